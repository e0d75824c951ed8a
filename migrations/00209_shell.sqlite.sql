-- Marks: @include, @shared. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- A shell runs a statement of sql/shared by a row in shared_statement. What repeats gets 511 rounds at most.

CREATE TRIGGER shared_reach_chains INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'reach_chains'
BEGIN
-- @include shared/reach_chains
    INSERT INTO shared_statement (name, round)
    SELECT 'extend_chains', c.combination_id
    FROM combination AS c
    ORDER BY c.combination_id;
END;

CREATE TRIGGER shared_extend_chains INSTEAD OF INSERT ON shared_statement
WHEN NEW.name = 'extend_chains' AND (SELECT MAX(m.links) FROM chain_reach AS m) >= NEW.round
BEGIN
-- @include shared/extend_chains
END;

CREATE TRIGGER shared_reach_weighted_chains INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'reach_weighted_chains'
BEGIN
-- @include shared/reach_weighted_chains
    INSERT INTO shared_statement (name, round)
    SELECT 'extend_weighted_chains', c.combination_id
    FROM combination AS c
    ORDER BY c.combination_id;
END;

CREATE TRIGGER shared_extend_weighted_chains INSTEAD OF INSERT ON shared_statement
WHEN NEW.name = 'extend_weighted_chains' AND (SELECT MAX(m.links) FROM chain_reach AS m) >= NEW.round
BEGIN
-- @include shared/extend_weighted_chains
END;

-- @shared link_groups
-- @shared join_links
-- @shared chain_evidence
-- @shared fish_evidence
-- @shared hypothesis_sets
-- @shared forcing_evidence
