-- Distributes the tables of a PostgreSQL schema over the nodes of Citus, as 'setdoku migrate up --citus' does.
-- Run it on the coordinator, and again after every new schema version. Tables that are distributed already
-- stay as they are. Every paragraph is a transaction of its own, so after an interrupt the next call does the
-- rest. docs/citus.md lists the statements that work on distributed tables.

-- Reference tables: a copy on every node. run is written by the solver, a row a call. game, game_move, game_hint and practice are written by
-- players, and a game is found by its own id, without its puzzle. setdoku_version is read by every program
-- that connects to a node. Citus distributes only identity columns of type BIGINT. When game is copied,
-- Citus makes the tables that refer to it local tables of their own (repmodel s), and the script still has to copy them.

DO $$
DECLARE
    name TEXT;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'token', 'unit_number', 'variant_unit', 'variant_peer', 'rectangle', 'pass_variant', 'far_peer', 'location_wide', 'location', 'unit_name', 'peer', 'combination', 'combination_member', 'superset',
        'intersection', 'place_pair', 'empty_rectangle', 'rectangle_corner', 'rectangle_side', 'unit_set', 'line_frame',
        'band_row', 'template_band', 'template_fit', 'chain_unit', 'chain_cell', 'chain_set', 'cell_bit', 'cell_group',
        'column_comment', 'catalogue_version', 'pattern_field', 'pattern_part', 'pattern_member', 'technique', 'variant', 'run',
        'game', 'game_move', 'game_hint', 'practice', 'setdoku_version'
    ] LOOP
        IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST(name AS REGCLASS) AND p.repmodel = 't') THEN
            IF name = 'setdoku_version' THEN
                ALTER TABLE setdoku_version ALTER COLUMN id TYPE BIGINT;
            END IF;
            PERFORM create_reference_table(name);
        END IF;
    END LOOP;
END
$$;

-- Distributed tables. Rows of one puzzle lie on one node, in all of them but puzzle_key.
-- Citus takes no table that has triggers, so they go first. The triggers of views stay. They run on the
-- coordinator.

DO $$
DECLARE
    t RECORD;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('puzzle' AS REGCLASS)) THEN
        FOR t IN
            SELECT g.tgname AS name, c.relname AS table_name
            FROM pg_trigger AS g
            INNER JOIN pg_class AS c ON c.oid = g.tgrelid
            WHERE c.relnamespace = (SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = CURRENT_SCHEMA())
                AND c.relname IN ('puzzle', 'cell', 'elimination', 'candidate', 'step', 'deduction')
                AND NOT g.tgisinternal
        LOOP
            EXECUTE FORMAT('DROP TRIGGER %I ON %I', t.name, t.table_name);
        END LOOP;
        PERFORM create_distributed_table('puzzle', 'puzzle_id', colocate_with => 'none');
    END IF;
END
$$;

DO $$
DECLARE
    name TEXT;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'cell', 'candidate', 'step', 'elimination', 'step_evidence', 'puzzle_technique', 'needed', 'puzzle_property', 'property_cell',
        'contradiction', 'puzzle_tag', 'attempt', 'branch', 'deduction', 'deduction_evidence',
        'hypothesis', 'consequence', 'tridagon_cell', 'forcing_pattern', 'hypothesis_loss', 'forcing_verity', 'chain_place', 'chain_weak', 'chain_sight', 'chain_strong',
        'chain_link', 'chain_reach', 'chain_shape', 'chain_walk'
    ] LOOP
        IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST(name AS REGCLASS)) THEN
            PERFORM create_distributed_table(name, 'puzzle_id', colocate_with => 'puzzle');
        END IF;
    END LOOP;
END
$$;

-- What keeps puzzles unique is found by the givens, so it lies elsewhere than the puzzle.

SELECT create_distributed_table('puzzle_key', 'givens', colocate_with => 'none')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('puzzle_key' AS REGCLASS));

-- This view reads the rows of a puzzle for each of its patterns in a way that Citus does not send to the nodes. So it fetches the
-- tables to the coordinator, whatever the query asks for. It is for small collections.

CREATE OR REPLACE VIEW notation (puzzle_id, step, rule, pattern, text) AS
WITH pattern_use AS MATERIALIZED (
    SELECT x.puzzle_id, x.step, x.rule, x.pattern FROM pattern_use AS x
),
cell AS MATERIALIZED (
    SELECT x.puzzle_id, x.cell, x.digit, x.step FROM cell AS x
),
candidate AS MATERIALIZED (
    SELECT x.puzzle_id, x.cell, x.digit FROM candidate AS x
),
elimination AS MATERIALIZED (
    SELECT x.puzzle_id, x.step, x.cell, x.digit, x.rule, x.pattern FROM elimination AS x
),
step_evidence AS MATERIALIZED (
    SELECT x.puzzle_id, x.step, x.pattern, x.ordinal, x.role, x.cell, x.digit, x.unit_no FROM step_evidence AS x
),
deduction AS MATERIALIZED (
    SELECT x.puzzle_id, x.technique, x.cell, x.digit, x.pattern FROM deduction AS x
),
deduction_evidence AS MATERIALIZED (
    SELECT x.puzzle_id, x.technique, x.pattern, x.ordinal, x.role, x.cell, x.digit, x.unit_no FROM deduction_evidence AS x
)
-- @include shared/notation
;

-- The triggers do not come back. puzzle_added, puzzle_changed and puzzle_removed change puzzle_key, which lies on another node,
-- and Citus refuses that. A notification would reach a node where nobody listens, and a transaction that notifies cannot be committed
-- on several nodes. For rows by hand, call cell_by_hand and elimination_by_hand after the INSERT.
