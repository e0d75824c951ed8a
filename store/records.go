package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"

	"setdoku"
)

// Records returns everything that the database stores about the next limit puzzles with ids greater than after, in
// the order of puzzle_id. It returns an error when a table has rows for a puzzle id that does not exist in that
// range. If CheckSchema has proved the views correct, Records reads the tables behind them.
func (s *Snapshot) Records(ctx context.Context, after int64, limit int) ([]setdoku.Record, error) {
	var puzzles []struct {
		setdoku.Record
		State string `db:"state"`
	}
	err := s.tx.SelectContext(ctx, &puzzles, `
		SELECT puzzle_id AS puzzleid, givens, state, status, COALESCE(solution, '') AS solution, COALESCE(level, '') AS level,
			COALESCE(hardest, '') AS hardest, score, steps, depth, techniques, technique_steps AS techniquesteps, COALESCE(run_id, 0) AS runid,
			COALESCE(canonical, '') AS canonical
		FROM puzzle
		WHERE puzzle_id > ?
		ORDER BY puzzle_id
		LIMIT ?`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("read puzzles after %d: %w", after, Explain(err))
	}
	r := reading{snapshot: s, low: after + 1, high: math.MaxInt64, records: make([]setdoku.Record, len(puzzles)), marked: make(map[int64]bool)}
	for i, p := range puzzles {
		r.records[i] = p.Record
		if r.records[i].Start, err = startOf(p.Givens, p.State); err != nil {
			return nil, fmt.Errorf("puzzle %d, column state: %w", p.PuzzleID, err)
		}
	}
	if len(puzzles) == limit {
		r.high = r.records[limit-1].PuzzleID
	}
	return r.records, r.fill(ctx)
}

// reading is a range of puzzles whose rows are read.
type reading struct {
	snapshot  *Snapshot
	records   []setdoku.Record // by puzzle_id
	low, high int64
	marked    map[int64]bool // puzzles with a row in stored_candidate
}

// fill adds the rows of all other tables.
func (r *reading) fill(ctx context.Context) error {
	tables := []tableReader{
		{"contradiction", "step, kind, cell, " + unitNumber + ", digit", func(rec *setdoku.Record, row []driver.Value) {
			rec.Contradictions = append(rec.Contradictions, setdoku.Contradiction{
				Step: number(row[0]), Kind: text(row[1]), Cell: number(row[2]), Unit: number(row[3]), Digit: digit(row[4])})
		}},
		{"branch", "engine, branch, parent, depth, cell, digit, outcome", func(rec *setdoku.Record, row []driver.Value) {
			rec.Branches = append(rec.Branches, setdoku.Branch{
				Engine: text(row[0]), Branch: number(row[1]), Parent: number(row[2]), Depth: number(row[3]), Cell: number(row[4]),
				Digit: digit(row[5]), Outcome: text(row[6])})
		}},
		{"attempt", "first_step, last_step, run_id", func(rec *setdoku.Record, row []driver.Value) {
			rec.Attempts = append(rec.Attempts, setdoku.Attempt{FirstStep: number(row[0]), LastStep: number(row[1]), Run: wide(row[2])})
		}},
		{"needed", "step, cell, digit, placement, rule, pattern, audit_step", func(rec *setdoku.Record, row []driver.Value) {
			rec.Needed = append(rec.Needed, setdoku.Needed{
				Step: number(row[0]), Cell: number(row[1]), Digit: digit(row[2]), Placement: number(row[3]) == 1, Rule: text(row[4]),
				Pattern: wide(row[5]), AuditStep: number(row[6])})
		}},
	}
	behind, err := r.readsBehindViews(ctx)
	if err != nil {
		return err
	}
	if behind {
		roles, err := readRoles(ctx, r.snapshot.tx)
		if err != nil {
			return err
		}
		rules, err := readNumbered(ctx, r.snapshot.tx, ruleTable, "rule")
		if err != nil {
			return err
		}
		tables = append(append(tables, behindViews(r.snapshot.db.dialect, rules)...), evidenceReader(roles))
	} else {
		tables = append(tables, throughViews...)
	}
	for i := range r.records {
		r.records[i].StoredEvidence = behind
	}
	for _, t := range tables {
		if err := r.read(ctx, t); err != nil {
			return err
		}
	}
	for i := range r.records {
		rec := &r.records[i]
		if behind && r.snapshot.db.dialect == SQLite {
			addGivens(rec)
		}
		if behind && !r.marked[rec.PuzzleID] && unfinished(rec.Status) && len(rec.Start.Placed)+len(rec.Start.Deleted) == 0 {
			rec.Candidates = candidatesOfGivens(rec.Givens)
		}
	}
	return nil
}

// candidatesOfGivens returns the candidates of a puzzle that nobody has played or solved, which have no row behind the view candidate.
func candidatesOfGivens(givens string) (list []setdoku.Candidate) {
	var s setdoku.State
	for i, char := range []byte(givens) {
		if i < setdoku.CellCount && char >= '1' && char <= '9' {
			s.Givens[i] = char - '0'
		}
	}
	for i, marks := range s.Candidates() {
		if i < len(givens) && givens[i] != '.' {
			continue
		}
		for ; marks != 0; marks &= marks - 1 {
			list = append(list, setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: marks.Lowest()})
		}
	}
	return list
}

// addGivens adds the givens to the filled cells, which have no rows behind the view cell, and sorts the cells.
func addGivens(rec *setdoku.Record) {
	var filled [setdoku.CellCount]bool
	for _, c := range rec.Cells {
		if setdoku.ValidCell(c.Cell) {
			filled[setdoku.CellIndex(c.Cell)] = true
		}
	}
	for i, char := range []byte(rec.Givens) {
		if i < setdoku.CellCount && char >= '1' && char <= '9' && !filled[i] {
			addCell(rec, setdoku.Change{Cell: setdoku.CellNumber(i), Digit: char - '0', Rule: setdoku.RuleGiven})
		}
	}
	slices.SortStableFunc(rec.Cells, func(a, b setdoku.FilledCell) int { return a.Cell - b.Cell })
	slices.SortStableFunc(rec.Placements, func(a, b setdoku.Change) int { return a.Cell - b.Cell })
}

// addCell adds a filled cell, which is a placement too.
func addCell(rec *setdoku.Record, p setdoku.Change) {
	if rec.Cells == nil {
		rec.Cells, rec.Placements = make([]setdoku.FilledCell, 0, setdoku.CellCount), make([]setdoku.Change, 0, setdoku.CellCount)
	}
	rec.Cells = append(rec.Cells, setdoku.FilledCell{Cell: p.Cell, Digit: p.Digit, Step: p.Step, Rule: p.Rule})
	rec.Placements = append(rec.Placements, p)
}

// readsBehindViews reports whether reading the tables instead of the views gives the same: the views are as the
// migrations make them, and no user technique has a key, which only the database could decode.
func (r *reading) readsBehindViews(ctx context.Context) (behind bool, err error) {
	if !r.snapshot.viewsProved {
		return false, nil
	}
	err = r.snapshot.tx.GetContext(ctx, &behind, `
		SELECT COUNT(*) = 0
		FROM pattern_part AS f
		INNER JOIN technique AS t ON t.name = f.technique
		WHERE t.family = 'user'`)
	if err != nil {
		return false, fmt.Errorf("read the keys of techniques: %w", Explain(err))
	}
	return behind, nil
}

// tableReader says how to add the rows of a table or view to a record.
type tableReader struct {
	name, columns string // columns follow puzzle_id
	add           func(rec *setdoku.Record, row []driver.Value)
}

// candidateTable is the table behind the view candidate.
const candidateTable = "stored_candidate"

// behindViews reads the tables behind the views candidate, cell, placement, elimination, step and evidence. The arrays of a server
// are quicker to read through the views cell and step.
func behindViews(dialect Dialect, rules map[string]int64) []tableReader {
	names := make(map[int64]string, len(rules))
	for name, number := range rules {
		names[number] = name
	}
	list := []tableReader{
		{candidateTable, "marks", func(rec *setdoku.Record, row []driver.Value) {
			rec.StoredCandidates++
			rec.Candidates = append(rec.Candidates, candidatesOf(text(row[0]))...)
		}},
		{"stored_elimination", "step, cell, digit, rule_no, pattern", func(rec *setdoku.Record, row []driver.Value) {
			rec.Eliminations = append(rec.Eliminations, setdoku.Change{
				Step: number(row[0]), Cell: number(row[1]), Digit: digit(row[2]), Rule: names[wide(row[3])], Pattern: wide(row[4])})
		}},
	}
	if dialect == Postgres {
		return append(list, stepReader, tableReader{"cell", "step, cell, digit, rule, pattern", func(rec *setdoku.Record, row []driver.Value) {
			addCell(rec, placementOf(row))
		}})
	}
	return append(list,
		tableReader{"stored_step", "step, rule_no, placements, eliminations, run_id", func(rec *setdoku.Record, row []driver.Value) {
			rec.StepRows = append(rec.StepRows, setdoku.Step{
				Step: number(row[0]), Rule: names[wide(row[1])], Placements: number(row[2]), Eliminations: number(row[3]), Run: wide(row[4])})
		}},
		tableReader{"stored_cell", "step, cell, digit, rule_no, unit_no, pattern", func(rec *setdoku.Record, row []driver.Value) {
			p := setdoku.Change{Step: number(row[0]), Cell: number(row[1]), Digit: digit(row[2]), Rule: names[wide(row[3])], Pattern: wide(row[5])}
			if row[4] != nil && row[5] == nil {
				p.Pattern = wide(row[4])*1000 + int64(p.Cell)*10 + int64(p.Digit)
			}
			addCell(rec, p)
		}})
}

// candidatesOf reads the column stored_candidate.marks.
func candidatesOf(marks string) (list []setdoku.Candidate) {
	for i := range setdoku.CellCount {
		if 3*i+3 > len(marks) {
			break
		}
		set, _ := strconv.Atoi(marks[3*i : 3*i+3])
		if set < 0 || set >= 1<<9 {
			continue // the table combination has no such set
		}
		for d := uint8(1); d <= 9; d++ {
			if setdoku.DigitSet(set).Has(d) {
				list = append(list, setdoku.Candidate{Cell: setdoku.CellNumber(i), Digit: d})
			}
		}
	}
	return list
}

// stepReader reads the view step.
var stepReader = tableReader{"step", "step, rule, placements, eliminations, run_id", func(rec *setdoku.Record, row []driver.Value) {
	rec.StepRows = append(rec.StepRows, setdoku.Step{
		Step: number(row[0]), Rule: text(row[1]), Placements: number(row[2]), Eliminations: number(row[3]), Run: wide(row[4])})
}}

// evidenceReader reads the table behind the view step_evidence. It knows the roles by their numbers. A part that is not a
// number has no role.
func evidenceReader(roles map[string]int64) tableReader {
	names := make(map[int64]string, len(roles))
	for name, number := range roles {
		names[number] = name
	}
	return tableReader{"stored_evidence", "step, pattern, ordinal, parts", func(rec *setdoku.Record, row []driver.Value) {
		parts := text(row[3])
		for i := 0; i+partDigits <= len(parts); i += partDigits {
			part, _ := strconv.ParseInt(parts[i:i+partDigits], 10, 64)
			rec.Evidence = append(rec.Evidence, setdoku.Evidence{
				Step: number(row[0]), Pattern: wide(row[1]), Ordinal: number(row[2]) + i/partDigits, Role: names[part/100000],
				Cell: int(part / 1000 % 100), Digit: uint8(part / 100 % 10), Unit: int(part % 100),
			})
		}
	}}
}

// throughViews reads the views.
var throughViews = []tableReader{
	stepReader,
	{"stored_candidate", "puzzle_id", func(rec *setdoku.Record, _ []driver.Value) { rec.StoredCandidates++ }},
	{"candidate", "cell, digit", func(rec *setdoku.Record, row []driver.Value) {
		rec.Candidates = append(rec.Candidates, setdoku.Candidate{Cell: number(row[0]), Digit: digit(row[1])})
	}},
	{"elimination", "step, cell, digit, rule, pattern", func(rec *setdoku.Record, row []driver.Value) {
		rec.Eliminations = append(rec.Eliminations, setdoku.Change{
			Step: stepNumber(row[0]), Cell: number(row[1]), Digit: digit(row[2]), Rule: text(row[3]), Pattern: wide(row[4])})
	}},
	{"cell", "step, cell, digit, rule", func(rec *setdoku.Record, row []driver.Value) {
		rec.Cells = append(rec.Cells, setdoku.FilledCell{Cell: number(row[1]), Digit: digit(row[2]), Step: stepNumber(row[0]), Rule: text(row[3])})
	}},
	{"placement", "step, cell, digit, rule, pattern", func(rec *setdoku.Record, row []driver.Value) {
		rec.Placements = append(rec.Placements, placementOf(row))
	}},
	{"evidence", "step, pattern, ordinal, role, cell, digit, " + unitNumber, func(rec *setdoku.Record, row []driver.Value) {
		rec.Evidence = append(rec.Evidence, evidenceOf(row))
	}},
}

func placementOf(row []driver.Value) setdoku.Change {
	return setdoku.Change{Step: stepNumber(row[0]), Cell: number(row[1]), Digit: digit(row[2]), Rule: text(row[3]), Pattern: wide(row[4])}
}

func evidenceOf(row []driver.Value) setdoku.Evidence {
	return setdoku.Evidence{
		Step: number(row[0]), Pattern: wide(row[1]), Ordinal: number(row[2]), Role: text(row[3]), Cell: number(row[4]),
		Digit: digit(row[5]), Unit: number(row[6]),
	}
}

// wide returns an integer, 0 for NULL.
func wide(v driver.Value) int64 {
	n, _ := v.(int64)
	return n
}

func number(v driver.Value) int { return int(wide(v)) }

// digit returns a digit, 255 for a value that cannot be a digit.
func digit(v driver.Value) uint8 {
	if n := wide(v); n >= 0 && n < math.MaxUint8 {
		return uint8(n)
	}
	return math.MaxUint8
}

// stepNumber returns a step, -1 for NULL.
func stepNumber(v driver.Value) int {
	if v == nil {
		return -1
	}
	return number(v)
}

// text returns a text, "" for NULL.
func text(v driver.Value) string {
	s, _ := v.(string)
	return s
}

// read adds the rows of one table to the records of their puzzles.
func (r *reading) read(ctx context.Context, t tableReader) error {
	query := `SELECT puzzle_id, ` + t.columns + ` FROM ` + t.name + ` WHERE puzzle_id BETWEEN ? AND ?`
	if t.name == "evidence" {
		query += ` AND step IS NOT NULL` // what is found and not applied has none
	}
	at := 0 // the record of the previous row: most rows belong to the same puzzle as the row before
	err := r.snapshot.each(ctx, query, []any{r.low, r.high}, func(row []driver.Value) error {
		id := wide(row[0])
		if at >= len(r.records) || r.records[at].PuzzleID != id {
			at = sort.Search(len(r.records), func(i int) bool { return r.records[i].PuzzleID >= id })
			if at == len(r.records) || r.records[at].PuzzleID != id {
				return orphanError{t.name, "puzzle_id", id, "puzzle"}
			}
		}
		t.add(&r.records[at], row[1:])
		if t.name == candidateTable {
			r.marked[id] = true
		}
		return nil
	})
	var orphan orphanError
	if errors.As(err, &orphan) {
		return orphan
	}
	if err != nil {
		return fmt.Errorf("read %s of puzzles %d to %d: %w", t.name, r.low, r.high, Explain(err))
	}
	return nil
}
