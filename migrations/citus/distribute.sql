-- Lays the tables of a PostgreSQL schema out on Citus, as 'setdoku migrate up --citus' does it.
-- Run it on the coordinator, again after every new schema version. What is laid out already
-- stays as it is. Every paragraph is a transaction of its own, so a call that was interrupted is
-- made good by the next one. docs/scale-out.md says what works then and what does not.

-- Reference tables: a copy on every node. run is written by the solver, a row a call.

SELECT create_reference_table('token')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('token' AS REGCLASS));

SELECT create_reference_table('location_wide')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('location_wide' AS REGCLASS));

SELECT create_reference_table('location')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('location' AS REGCLASS));

SELECT create_reference_table('unit_name')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('unit_name' AS REGCLASS));

SELECT create_reference_table('peer')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('peer' AS REGCLASS));

SELECT create_reference_table('combination')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('combination' AS REGCLASS));

SELECT create_reference_table('combination_member')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('combination_member' AS REGCLASS));

SELECT create_reference_table('superset')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('superset' AS REGCLASS));

SELECT create_reference_table('intersection')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('intersection' AS REGCLASS));

SELECT create_reference_table('place_pair')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('place_pair' AS REGCLASS));

SELECT create_reference_table('empty_rectangle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('empty_rectangle' AS REGCLASS));

SELECT create_reference_table('rectangle_corner')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('rectangle_corner' AS REGCLASS));

SELECT create_reference_table('rectangle_side')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('rectangle_side' AS REGCLASS));

SELECT create_reference_table('unit_set')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('unit_set' AS REGCLASS));

SELECT create_reference_table('line_frame')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('line_frame' AS REGCLASS));

SELECT create_reference_table('band_row')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('band_row' AS REGCLASS));

SELECT create_reference_table('template_band')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('template_band' AS REGCLASS));

SELECT create_reference_table('template_fit')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('template_fit' AS REGCLASS));

SELECT create_reference_table('common_peer')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('common_peer' AS REGCLASS));

SELECT create_reference_table('chain_group')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_group' AS REGCLASS));

SELECT create_reference_table('chain_cell')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_cell' AS REGCLASS));

SELECT create_reference_table('cell_bit')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('cell_bit' AS REGCLASS));

SELECT create_reference_table('cell_group')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('cell_group' AS REGCLASS));

DROP TRIGGER IF EXISTS chain_round_repeat ON chain_round;

SELECT create_reference_table('chain_round')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_round' AS REGCLASS));

SELECT create_reference_table('column_comment')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('column_comment' AS REGCLASS));

SELECT create_reference_table('technique')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('technique' AS REGCLASS));

SELECT create_reference_table('run')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('run' AS REGCLASS));

-- Distributed tables. Rows of one puzzle lie on one node, in all of them but puzzle_key.
-- Citus takes no table that has triggers, and copying its rows must not fire them either, so
-- they go first. Some come back below.

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('puzzle' AS REGCLASS)) THEN
        DROP TRIGGER IF EXISTS puzzle_added ON puzzle;
        DROP TRIGGER IF EXISTS puzzle_changed ON puzzle;
        DROP TRIGGER IF EXISTS puzzle_removed ON puzzle;
        DROP TRIGGER IF EXISTS puzzle_evidence_removed ON puzzle;
        DROP TRIGGER IF EXISTS puzzle_waits ON puzzle;
        PERFORM create_distributed_table('puzzle', 'puzzle_id', colocate_with => 'none');
    END IF;
END
$$;

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('cell' AS REGCLASS)) THEN
        DROP TRIGGER IF EXISTS cell_entered ON cell;
        DROP TRIGGER IF EXISTS cell_unchanged ON cell;
        PERFORM create_distributed_table('cell', 'puzzle_id', colocate_with => 'puzzle');
    END IF;
END
$$;

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('elimination' AS REGCLASS)) THEN
        DROP TRIGGER IF EXISTS elimination_entered ON elimination;
        DROP TRIGGER IF EXISTS elimination_unchanged ON elimination;
        PERFORM create_distributed_table('elimination', 'puzzle_id', colocate_with => 'puzzle');
    END IF;
END
$$;

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('candidate' AS REGCLASS)) THEN
        DROP TRIGGER IF EXISTS candidate_check ON candidate;
        DROP TRIGGER IF EXISTS candidate_unchanged ON candidate;
        PERFORM create_distributed_table('candidate', 'puzzle_id', colocate_with => 'puzzle');
    END IF;
END
$$;

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('step' AS REGCLASS)) THEN
        DROP TRIGGER IF EXISTS step_check ON step;
        PERFORM create_distributed_table('step', 'puzzle_id', colocate_with => 'puzzle');
    END IF;
END
$$;

SELECT create_distributed_table('contradiction', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('contradiction' AS REGCLASS));

SELECT create_distributed_table('deduction', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('deduction' AS REGCLASS));

SELECT create_distributed_table('step_evidence', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('step_evidence' AS REGCLASS));

SELECT create_distributed_table('deduction_evidence', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('deduction_evidence' AS REGCLASS));

SELECT create_distributed_table('puzzle_tag', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('puzzle_tag' AS REGCLASS));

SELECT create_distributed_table('attempt', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('attempt' AS REGCLASS));

SELECT create_distributed_table('branch', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('branch' AS REGCLASS));

-- Notes of technique files that are read by hand.

SELECT create_distributed_table('hypothesis', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('hypothesis' AS REGCLASS));

SELECT create_distributed_table('color_cell', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('color_cell' AS REGCLASS));

SELECT create_distributed_table('color_units', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('color_units' AS REGCLASS));

SELECT create_distributed_table('fish_unit', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('fish_unit' AS REGCLASS));

SELECT create_distributed_table('chain_place', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_place' AS REGCLASS));

SELECT create_distributed_table('chain_strong', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_strong' AS REGCLASS));

SELECT create_distributed_table('chain_sight', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_sight' AS REGCLASS));

SELECT create_distributed_table('chain_weak', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_weak' AS REGCLASS));

SELECT create_distributed_table('chain_link', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_link' AS REGCLASS));

SELECT create_distributed_table('chain_reach', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('chain_reach' AS REGCLASS));

SELECT create_distributed_table('finned_victim', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('finned_victim' AS REGCLASS));

SELECT create_distributed_table('unit_cell', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('unit_cell' AS REGCLASS));

SELECT create_distributed_table('unit_third', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('unit_third' AS REGCLASS));

SELECT create_distributed_table('almost_locked_set', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('almost_locked_set' AS REGCLASS));

SELECT create_distributed_table('als_digit', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('als_digit' AS REGCLASS));

SELECT create_distributed_table('als_place', 'puzzle_id', colocate_with => 'puzzle')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('als_place' AS REGCLASS));

-- What keeps puzzles unique is found by the givens, so it lies elsewhere than the puzzle.

SELECT create_distributed_table('puzzle_key', 'givens', colocate_with => 'none')
WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST('puzzle_key' AS REGCLASS));

-- Playing by hand works on the rows of one puzzle and on reference tables, all of them on the
-- node where the trigger runs. Citus calls triggers unsafe because it cannot know that.

SELECT create_distributed_function('refuse_row(TEXT)');

SELECT create_distributed_function('unfinished_puzzle(BIGINT)');

SELECT create_distributed_function('check_rule(TEXT, TEXT)');

SELECT create_distributed_function('check_fit(BIGINT, INTEGER, INTEGER)');

SELECT create_distributed_function('check_filled_in(puzzle, TEXT, INTEGER)');

SELECT create_distributed_function('step_by_hand(puzzle, TEXT, INTEGER, INTEGER, INTEGER)');

SET citus.enable_unsafe_triggers = on;

-- They look at rule manual alone here, for a node does not know that the coordinator writes many rows at once.

DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_trigger AS t WHERE t.tgrelid = CAST('cell' AS REGCLASS) AND t.tgname = 'cell_entered') THEN
        CREATE TRIGGER cell_entered BEFORE INSERT ON cell
        FOR EACH ROW WHEN (NEW.rule = 'manual') EXECUTE FUNCTION cell_entered();
    END IF;
END
$$;

DO $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM pg_trigger AS t WHERE t.tgrelid = CAST('elimination' AS REGCLASS) AND t.tgname = 'elimination_entered'
    ) THEN
        CREATE TRIGGER elimination_entered BEFORE INSERT ON elimination
        FOR EACH ROW WHEN (NEW.rule = 'manual') EXECUTE FUNCTION elimination_entered();
    END IF;
END
$$;

RESET citus.enable_unsafe_triggers;

-- These do not come back. chain_round_repeat serves a shell on one node. puzzle_added, puzzle_changed and puzzle_removed change puzzle_key, which lies on another
-- node, and Citus refuses that. puzzle_waits would notify on a node where nobody listens, and a
-- transaction that notifies cannot be committed on several nodes.
