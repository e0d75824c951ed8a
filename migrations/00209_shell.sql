-- Marks: @shared, @found. migrations/embed.go says what they mean; setdoku migrate sql prints the text without them.
-- For people who run the files of sql in a shell. A technique file inserts a row into a view run_NAME where the solver runs
-- sql/shared/NAME.sql, and the trigger of the view runs the same text. What repeats gets 511 rounds at most in SQLite.

-- @shared link_groups
-- @shared join_links
-- @shared reach_chains
-- @shared reach_weighted_chains
-- @shared chain_evidence
-- @shared fish_evidence
-- @shared hypothesis_sets
-- @shared forcing_evidence

-- The deductions of each technique file that is one statement. The views read pass, as the files do.
-- @found
