-- The statements of sql/shared that a shell runs. It inserts the name, and a trigger runs the text. round counts how often
-- a text was repeated.
CREATE VIEW shared_statement AS -- Statements that several techniques share; in a shell an INSERT runs one
SELECT CAST(s.name AS TEXT) AS name, CAST(NULL AS INTEGER) AS round
FROM (SELECT 'reach_chains' AS name UNION ALL SELECT 'chain_evidence' AS name UNION ALL SELECT 'fish_evidence' AS name) AS s;

-- A shell runs a statement of sql/shared by a row in shared_statement. What repeats gets 511 rounds at most.

CREATE TRIGGER shared_link_groups INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'link_groups'
BEGIN
-- @include shared/link_groups
END;

CREATE TRIGGER shared_join_links INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'join_links'
BEGIN
-- @include shared/join_links
END;

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

CREATE TRIGGER shared_chain_evidence INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'chain_evidence'
BEGIN
-- @include shared/chain_evidence
END;

CREATE TRIGGER shared_fish_evidence INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'fish_evidence'
BEGIN
-- @include shared/fish_evidence
END;

CREATE TRIGGER shared_hypothesis_sets INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'hypothesis_sets'
BEGIN
-- @include shared/hypothesis_sets
END;

CREATE TRIGGER shared_forcing_evidence INSTEAD OF INSERT ON shared_statement WHEN NEW.name = 'forcing_evidence'
BEGIN
-- @include shared/forcing_evidence
END;
