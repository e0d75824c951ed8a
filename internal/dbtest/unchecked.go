package dbtest

import (
	"context"
	"fmt"
	"testing"

	"setdoku/store"
)

// Unchecked executes a statement without the triggers that check what is written by hand: a row that it writes to a view, or changes or
// deletes there, goes to the tables behind the view as it is. It returns the number of rows that the statement changed, on a file with
// those behind a view.
func Unchecked(t testing.TB, db *store.DB, statement string, args ...any) (rows int64) {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = conn.Atomically(t.Context(), func() error {
		return Bulk(t.Context(), conn, func() (err error) {
			rows, err = changed(t.Context(), conn, func() (int64, error) {
				result, err := conn.ExecContext(t.Context(), statement, args...)
				if err != nil {
					return 0, err
				}
				return result.RowsAffected()
			})
			return err
		})
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return rows
}

// changed returns how many rows work has changed. SQLite does not count those that a trigger changes behind a view.
func changed(ctx context.Context, conn *store.Conn, work func() (int64, error)) (rows int64, err error) {
	if conn.Dialect() == store.Postgres {
		return work()
	}
	var before, after int64
	if err := conn.GetContext(ctx, &before, `SELECT TOTAL_CHANGES()`); err != nil {
		return 0, err
	}
	if _, err := work(); err != nil {
		return 0, err
	}
	if err := conn.GetContext(ctx, &after, `SELECT TOTAL_CHANGES()`); err != nil {
		return 0, err
	}
	return after - before, nil
}

// Bulk calls work while the views write to the tables behind them without a check. Call it inside Atomically.
func Bulk(ctx context.Context, conn *store.Conn, work func() error) error {
	var before, after []string
	query := `
		SELECT name AS trigger, tbl_name AS view, sql AS definition
		FROM sqlite_master
		WHERE type = 'trigger' AND tbl_name IN ('cell', 'elimination', 'candidate', 'step', 'stored_step')
		ORDER BY rowid`
	if conn.Dialect() == store.Postgres {
		query = `
			SELECT t.tgname AS trigger, c.relname AS view, PG_GET_TRIGGERDEF(t.oid) AS definition
			FROM pg_trigger AS t
			INNER JOIN pg_class AS c ON c.oid = t.tgrelid
			WHERE c.relnamespace = CAST(CURRENT_SCHEMA() AS REGNAMESPACE) AND c.relname IN ('cell', 'elimination', 'candidate', 'step')`
	}
	var triggers []struct{ Trigger, View, Definition string }
	if err := conn.SelectContext(ctx, &triggers, query); err != nil {
		return fmt.Errorf("read the triggers: %w", err)
	}
	drop := func(trigger, view string) string {
		if conn.Dialect() == store.SQLite {
			return `DROP TRIGGER ` + trigger
		}
		return `DROP TRIGGER ` + trigger + ` ON ` + view
	}
	for _, t := range triggers {
		before = append(before, drop(t.Trigger, t.View))
	}
	raw := rawOnFile
	if conn.Dialect() == store.Postgres {
		raw = rawOnServer
	}
	before = append(before, raw...)
	after = eachRaw(func(name, view, _ string) string { return drop(name, view) })
	if conn.Dialect() == store.Postgres {
		after = append(after, `DROP FUNCTION raw_row()`)
	}
	for _, t := range triggers {
		after = append(after, t.Definition)
	}
	for _, s := range before {
		if _, err := conn.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	if err := work(); err != nil {
		return err
	}
	for _, s := range after {
		if _, err := conn.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

const rawRule = `INSERT INTO rule (rule_no, rule) SELECT MAX(r.rule_no) + 1, NEW.rule FROM rule AS r
	HAVING SUM(CASE r.rule WHEN NEW.rule THEN 1 ELSE 0 END) = 0;`

// rawOnFile are triggers for a file.
var rawOnFile = func() (list []string) {
	write := map[string]string{
		"cell": rawRule + `INSERT OR REPLACE INTO stored_cell (puzzle_id, cell, digit, step, rule_no, pattern)
			SELECT NEW.puzzle_id, NEW.cell, NEW.digit, NEW.step, r.rule_no, COALESCE(NEW.pattern, 0) FROM rule AS r WHERE r.rule = NEW.rule;`,
		"elimination": rawRule + `INSERT INTO stored_elimination (puzzle_id, cell, digit, step, rule_no, pattern)
			SELECT NEW.puzzle_id, NEW.cell, NEW.digit, NEW.step, r.rule_no, COALESCE(NEW.pattern, 0) FROM rule AS r WHERE r.rule = NEW.rule;`,
		"step": rawRule + `INSERT INTO stored_step (puzzle_id, step, rule_no, placements, eliminations, run_id)
			SELECT NEW.puzzle_id, NEW.step, r.rule_no, NEW.placements, NEW.eliminations, NEW.run_id FROM rule AS r WHERE r.rule = NEW.rule;`,
		"candidate": rawMarks("NEW", `c.combination_id | CASE c.cell WHEN NEW.cell THEN 1 << (NEW.digit - 1) ELSE 0 END`),
	}
	remove := map[string]string{
		"cell":        `DELETE FROM stored_cell WHERE puzzle_id = OLD.puzzle_id AND cell = OLD.cell;`,
		"elimination": `DELETE FROM stored_elimination WHERE puzzle_id = OLD.puzzle_id AND cell = OLD.cell AND digit = OLD.digit;`,
		"step":        `DELETE FROM stored_step WHERE puzzle_id = OLD.puzzle_id AND step = OLD.step;`,
		"candidate":   rawMarks("OLD", `c.combination_id & CASE c.cell WHEN OLD.cell THEN ~(1 << (OLD.digit - 1)) ELSE -1 END`),
	}
	for view := range write {
		list = append(list,
			`CREATE TRIGGER raw_`+view+`_insert INSTEAD OF INSERT ON `+view+` BEGIN `+write[view]+` END`,
			`CREATE TRIGGER raw_`+view+`_update INSTEAD OF UPDATE ON `+view+` BEGIN `+remove[view]+write[view]+` END`,
			`CREATE TRIGGER raw_`+view+`_delete INSTEAD OF DELETE ON `+view+` BEGIN `+remove[view]+` END`)
	}
	return list
}()

// rawMarks returns a statement that changes the sets of candidates of the puzzle of a row.
func rawMarks(row, set string) string {
	return `INSERT OR REPLACE INTO stored_candidate (puzzle_id, marks)
		SELECT ` + row + `.puzzle_id, GROUP_CONCAT(o.digits, '')
		FROM (SELECT SUBSTR(CAST(1000 + (` + set + `) AS TEXT), 2) AS digits FROM grid_cell AS c WHERE c.puzzle_id = ` + row + `.puzzle_id ORDER BY c.cell) AS o;`
}

// rawOnServer are triggers for a server, with their function.
var rawOnServer = func() []string {
	return append([]string{rawFunction}, eachRaw(func(name, view, event string) string {
		return `CREATE TRIGGER ` + name + ` INSTEAD OF ` + event + ` ON ` + view + ` FOR EACH ROW EXECUTE FUNCTION raw_row()`
	})...)
}()

// eachRaw returns a statement for each of these triggers, which it makes from the name, the view and the event.
func eachRaw(statement func(name, view, event string) string) (list []string) {
	for _, view := range []string{"cell", "elimination", "candidate", "step"} {
		for _, event := range []string{"insert", "update", "delete"} {
			list = append(list, statement("raw_"+view+"_"+event, view, event))
		}
	}
	return list
}

const rawFunction = `
CREATE FUNCTION raw_row() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    path stored_path;
    sets INTEGER[];
    at INTEGER;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        IF TG_TABLE_NAME = 'cell' THEN
            path := read_path(OLD.puzzle_id);
            path.cells[OLD.cell / 10 * 9 - 9 + OLD.cell % 10] := 0;
            PERFORM write_path(path);
        ELSIF TG_TABLE_NAME = 'step' THEN
            path := read_path(OLD.puzzle_id);
            path.steps[OLD.step] := 0;
            PERFORM write_path(path);
        ELSIF TG_TABLE_NAME = 'elimination' THEN
            DELETE FROM stored_elimination WHERE puzzle_id = OLD.puzzle_id AND cell = OLD.cell AND digit = OLD.digit;
        ELSE
            sets := (SELECT ARRAY_AGG(g.combination_id ORDER BY g.cell) FROM grid_cell AS g WHERE g.puzzle_id = OLD.puzzle_id);
            at := OLD.cell / 10 * 9 - 9 + OLD.cell % 10;
            sets[at] := sets[at] & ~(1 << (OLD.digit - 1));
            PERFORM write_marks(OLD.puzzle_id, sets);
        END IF;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    IF TG_TABLE_NAME = 'cell' THEN
        path := read_path(NEW.puzzle_id);
        at := NEW.cell / 10 * 9 - 9 + NEW.cell % 10;
        path.cells[at] := ((NEW.digit * 1000 + NEW.step) * 1000 + number_of_rule(NEW.rule)) * 100 + 99;
        path.patterns := COALESCE(path.patterns, ARRAY_FILL(CAST(NULL AS BIGINT), ARRAY[81]));
        path.patterns[at] := COALESCE(NEW.pattern, 0);
        PERFORM write_path(path);
    ELSIF TG_TABLE_NAME = 'step' THEN
        PERFORM write_step(NEW.puzzle_id, NEW.step, NEW.rule, NEW.placements, NEW.eliminations, NEW.run_id);
    ELSIF TG_TABLE_NAME = 'elimination' THEN
        INSERT INTO stored_elimination (puzzle_id, cell, digit, step, rule_no, pattern)
        VALUES (NEW.puzzle_id, NEW.cell, NEW.digit, NEW.step, number_of_rule(NEW.rule), COALESCE(NEW.pattern, 0));
    ELSE
        sets := (SELECT ARRAY_AGG(g.combination_id ORDER BY g.cell) FROM grid_cell AS g WHERE g.puzzle_id = NEW.puzzle_id);
        at := NEW.cell / 10 * 9 - 9 + NEW.cell % 10;
        sets[at] := sets[at] | (1 << (NEW.digit - 1));
        PERFORM write_marks(NEW.puzzle_id, sets);
    END IF;
    RETURN NEW;
END
$$`
