-- Marks: @include. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- A shell runs a statement of sql/shared by a row in the view shared_statement.
CREATE FUNCTION run_shared_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.name = 'link_groups' THEN
-- @include shared/link_groups
    ELSIF NEW.name = 'join_links' THEN
-- @include shared/join_links
    ELSIF NEW.name = 'reach_chains' THEN
-- @include shared/reach_chains
        LOOP
-- @include shared/extend_chains
            EXIT WHEN NOT FOUND;
        END LOOP;
    ELSIF NEW.name = 'reach_weighted_chains' THEN
-- @include shared/reach_weighted_chains
        LOOP
-- @include shared/extend_weighted_chains
            EXIT WHEN NOT FOUND;
        END LOOP;
    ELSIF NEW.name = 'chain_evidence' THEN
-- @include shared/chain_evidence
    ELSIF NEW.name = 'fish_evidence' THEN
-- @include shared/fish_evidence
    ELSIF NEW.name = 'hypothesis_sets' THEN
-- @include shared/hypothesis_sets
    ELSIF NEW.name = 'forcing_evidence' THEN
-- @include shared/forcing_evidence
    END IF;
    RETURN NULL;
END;
$$;

CREATE TRIGGER shared_statement_run INSTEAD OF INSERT ON shared_statement
FOR EACH ROW EXECUTE FUNCTION run_shared_statement();
