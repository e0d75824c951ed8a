-- Marks: @shared, @found, @include, @sqlite, @postgres. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- For people who run the files of sql in a shell. A technique file inserts a row into a view run_NAME where the solver runs
-- sql/shared/NAME.sql, and the trigger of the view runs the same text. What repeats gets 511 rounds at most in SQLite.

-- @shared link_groups
-- @shared join_links
-- @shared reach_chains
-- @shared reach_weighted_chains
-- @shared chain_evidence
-- @shared fish_evidence
-- @shared hypothesis_sets
-- @shared hypothesis_losses
-- @shared tridagon_sets
-- @shared forcing_evidence

-- pass lists the techniques of the table technique. A row of this view adds one, or a size such as 5 of naked_subset. A technique file
-- may begin with such an INSERT. The solver leaves it out, because it reads the header of the file.
CREATE VIEW user_technique ( -- The techniques of users. In a shell an INSERT adds a technique to pass, or sets its size
    name, -- Name, as the technique file has it
    title, -- Name for readers, by default the name
    tier, -- As in technique, by default the next free one from 575
    level, -- As in technique, by default extreme
    weight, -- As in technique, by default 600
    size -- The value of pass.size for its statement, by default 1
) AS
SELECT t.name, t.title, t.tier, t.level, t.weight, t.size
FROM technique AS t
WHERE t.family = 'user';

-- @sqlite begin
CREATE TRIGGER user_technique_added INSTEAD OF INSERT ON user_technique
BEGIN
    SELECT RAISE(ABORT, 'the catalogue has a technique with this name')
    FROM technique AS t
    WHERE t.name = NEW.name AND t.family <> 'user';
-- @include shared/add_user_technique
END;
-- @sqlite end
-- @postgres begin
CREATE FUNCTION user_technique_added() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM technique AS t WHERE t.name = NEW.name AND t.family <> 'user') THEN
        PERFORM refuse_row('the catalogue has a technique with this name');
    END IF;
-- @include shared/add_user_technique
    RETURN NULL;
END
$$;

CREATE TRIGGER user_technique_added INSTEAD OF INSERT ON user_technique
FOR EACH ROW EXECUTE FUNCTION user_technique_added();
-- @postgres end

-- The deductions of each technique file that finds them in its first statement. The views read pass, as the files do.
-- @found
