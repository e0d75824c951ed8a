package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	sqlfiles "setdoku/sql"
	"setdoku/store/record"
)

// unitNumber is an SQL expression for the number 1..54 of a unit from the columns unit_type and unit. It is 0 where
// both are NULL and -1 where no such unit exists.
const unitNumber = `CASE
			WHEN unit_type IS NULL AND unit IS NULL THEN 0
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'row' THEN unit
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'column' THEN unit + 9
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'box' THEN unit + 18
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'region' THEN unit + 27
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'diagonal' THEN unit + 36
			WHEN unit BETWEEN 1 AND 9 AND unit_type = 'window' THEN unit + 45
			ELSE -1
		END`

// Records returns everything that the database stores about the next limit puzzles with ids greater than after, in the
// order of puzzle_id. A record has Bad if a row has a value that no row can have. Records returns an error when a
// table has rows for a puzzle id that does not exist in that range.
func (s *Snapshot) Records(ctx context.Context, after int64, limit int) ([]record.Puzzle, error) {
	records, err := s.puzzles(ctx, `puzzle_id > ? ORDER BY puzzle_id LIMIT ?`, after, limit)
	if err != nil {
		return nil, err
	}
	r := recordReader{snapshot: s, low: after + 1, high: math.MaxInt64, records: records}
	if len(records) == limit {
		r.high = records[limit-1].PuzzleID
	}
	return records, r.fill(ctx)
}

// puzzles returns the records of the puzzles that a condition selects, filled from only the table puzzle.
func (s *Snapshot) puzzles(ctx context.Context, condition string, args ...any) ([]record.Puzzle, error) {
	records, err := SelectRows(ctx, s.tx, `SELECT `+resultColumns+` FROM puzzle WHERE `+condition, args, refusePuzzle)
	if err != nil {
		return nil, fmt.Errorf("read puzzles: %w", Explain(err))
	}
	for i := range records {
		if err := s.db.readStart(ctx, s, &records[i]); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// Record returns a puzzle with the rows of which record.Puzzle.Path makes its path, and no others. The error wraps
// ErrNoPuzzle if there is none.
func (s *Snapshot) Record(ctx context.Context, id int64) (*record.Puzzle, error) {
	records, err := s.puzzles(ctx, `puzzle_id = ?`, id)
	if err == nil && len(records) == 0 {
		err = fmt.Errorf("puzzle %d: %w", id, ErrNoPuzzle)
	}
	if err == nil && records[0].Refused != nil {
		err = fmt.Errorf("puzzle %d: %w", id, records[0].Refused)
	}
	if err != nil {
		return nil, err
	}
	r := recordReader{snapshot: s, low: id, high: id, records: records}
	rec := &records[0]
	err = errors.Join(r.readPath(ctx, "path_steps"), r.readPath(ctx, "path_changes"))
	if err == nil {
		rec.StoredEvidence = !slices.ContainsFunc(rec.StepRows, func(k record.StepRow) bool { return isOwn(k.Rule) }) &&
			!slices.ContainsFunc(rec.Placements, func(c record.Change) bool { return isOwn(c.Rule) })
		err = r.read(ctx, evidenceReader(rec.StoredEvidence))
	}
	if err == nil && rec.Bad != nil {
		err = rec.Bad
	}
	fillCandidates(rec)
	return rec, err
}

// recordReader reads the rows of a range of puzzles.
type recordReader struct {
	snapshot  *Snapshot
	records   []record.Puzzle // by puzzle_id
	low, high int64
}

// fill adds the rows of all other tables.
func (r *recordReader) fill(ctx context.Context) error {
	decoded, err := r.needsDecoding(ctx)
	if err != nil {
		return err
	}
	for _, t := range append(recordTables, evidenceReader(!decoded)) {
		if err := r.read(ctx, t); err != nil {
			return err
		}
	}
	ids := make([]int64, len(r.records))
	for i := range r.records {
		ids[i] = r.records[i].PuzzleID
	}
	uses, err := readUses(ctx, r.snapshot.tx, ids)
	if err != nil {
		return err
	}
	for i := range r.records {
		rec := &r.records[i]
		rec.StoredEvidence = !decoded
		rec.Uses = uses[rec.PuzzleID]
		fillCandidates(rec)
	}
	return nil
}

// evidenceReader returns the reader of the parts of patterns, of those that are stored or of all.
func evidenceReader(stored bool) tableReader {
	if stored {
		return tableReader{"step_evidence", "step, pattern, ordinal, role, cell, digit, unit_no", "cell, digit, unit_no",
			addEvidence}
	}
	return tableReader{"evidence", "step, pattern, ordinal, role, cell, digit, " + unitNumber, "cell, digit, unit_no",
		addEvidence}
}

// pathTables are the tables whose rows the statements path_steps and path_changes return.
var pathTables = map[string]tableReader{
	"step": {"step", "step, rule, placements, eliminations, rounds, selection", "",
		func(rec *record.Puzzle, row []driver.Value) {
			rec.StepRows = append(rec.StepRows, record.StepRow{Step: scanInt(row[0]), Rule: scanText(row[1]),
				Placements: scanInt(row[2]), Eliminations: scanInt(row[3]), Rounds: scanInt(row[4])})
			if selection := scanText(row[5]); selection != "" && !slices.Contains(rec.Selections, selection) {
				rec.Selections = append(rec.Selections, selection)
			}
		}},
	"cell":        cellReader,
	"elimination": eliminationReader,
	"candidate": {"candidate", "step, cell, digit, rule, pattern", "", func(rec *record.Puzzle, row []driver.Value) {
		rec.Candidates = append(rec.Candidates, scanChange(row).Candidate())
	}},
	"contradiction": {"contradiction", "step, cell, digit, kind, unit", "cell, digit, unit",
		func(rec *record.Puzzle, row []driver.Value) {
			rec.Contradictions = append(rec.Contradictions, setdoku.Contradiction{Step: scanInt(row[0]),
				Cell: scanCell(row[1]), Digit: scanDigit(row[2]), Kind: scanText(row[3]), Unit: scanInt(row[4])})
		}},
}

// readPath adds the rows of a statement of sql/page to the record of a puzzle. The first column of a row names its
// table.
func (r *recordReader) readPath(ctx context.Context, name string) error {
	query := sqlfiles.Page(name, "")
	args := slices.Repeat([]any{r.low}, strings.Count(query, "?"))
	err := r.snapshot.each(ctx, query, args, func(row []driver.Value) error {
		t := pathTables[scanText(row[0])]
		t.addTo(&r.records[0], newRanges(t.columns, t.nullable), row[1:])
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the path of puzzle %d: %w", r.low, Explain(err))
	}
	return nil
}

// isOwn reports whether a rule is a technique of a user, for whose patterns only the view evidence has all parts.
func isOwn(rule string) bool {
	return catalogue.KeyFor(rule) == nil && rule != catalogue.Given && rule != setdoku.RuleManual &&
		catalogue.HeaderNamed(rule) == nil
}

// recordTables are the tables that hold one kind of row of a record each.
var recordTables = []tableReader{
	cellReader,
	{"candidate", "cell, digit", "", func(rec *record.Puzzle, row []driver.Value) {
		rec.Candidates = append(rec.Candidates, setdoku.Candidate{Cell: scanCell(row[0]), Digit: scanDigit(row[1])})
	}},
	{"step", strings.Join(stepNames(stepColumns), ", "), "run_id, made_at, made_by", readStep},
	eliminationReader,
	{"contradiction", "step, kind, cell, " + unitNumber + ", digit", "cell, digit", func(rec *record.Puzzle,
		row []driver.Value) {
		rec.Contradictions = append(rec.Contradictions, setdoku.Contradiction{
			Step: scanInt(row[0]), Kind: scanText(row[1]), Cell: scanCell(row[2]), Unit: scanInt(row[3]),
			Digit: scanDigit(row[4])})
	}},
	{"branch", "engine, branch, parent, depth, cell, digit, outcome", "", func(rec *record.Puzzle, row []driver.Value) {
		rec.Branches = append(rec.Branches, record.Branch{
			Engine: scanText(row[0]), Branch: scanInt(row[1]), Parent: scanInt(row[2]), Depth: scanInt(row[3]),
			Cell:  scanCell(row[4]),
			Digit: scanDigit(row[5]), Outcome: scanText(row[6])})
	}},
	{"needed", "step, rule, placements, eliminations, audit_step", "audit_step", func(rec *record.Puzzle,
		row []driver.Value) {
		rec.Needed = append(rec.Needed, record.Needed{Step: scanInt(row[0]), Rule: scanText(row[1]),
			Placements: scanInt(row[2]), Eliminations: scanInt(row[3]), AuditStep: scanInt(row[4])})
	}},
	{"puzzle_property", strings.Join(propertyColumns[1:], ", "), strings.Join(propertyColumns[1:], ", "), readProperties},
	{"property_cell", "property, cell", "", func(rec *record.Puzzle, row []driver.Value) {
		rec.PropertyCells = append(rec.PropertyCells,
			record.PropertyCell{Property: scanText(row[0]), Cell: scanCell(row[1])})
	}},
	{"attempt", "first_step, last_step, run_id", "", func(rec *record.Puzzle, row []driver.Value) {
		rec.Attempts = append(rec.Attempts,
			record.Attempt{FirstStep: scanInt(row[0]), LastStep: scanInt(row[1]), Run: scanInt64(row[2])})
	}},
}

var (
	cellReader = tableReader{"cell", "step, cell, digit, rule, pattern", "step",
		func(rec *record.Puzzle, row []driver.Value) { rec.Placements = append(rec.Placements, scanChange(row)) }}
	eliminationReader = tableReader{"elimination", "step, cell, digit, rule, pattern", "step",
		func(rec *record.Puzzle, row []driver.Value) {
			rec.Eliminations = append(rec.Eliminations, scanChange(row))
		}}
)

// fillCandidates adds the candidates of a puzzle in which nobody has filled them in yet. They follow from the cells and
// the eliminations.
func fillCandidates(rec *record.Puzzle) {
	if len(rec.Candidates) > 0 || rec.Status != setdoku.StatusNew || len(rec.Placements) == setdoku.CellCount {
		return
	}
	s := setdoku.State{Variant: rec.Start.Variant}
	for _, c := range rec.Placements {
		if c.Cell.Valid() && c.Digit <= 9 {
			s.Givens[c.Cell.Index()] = c.Digit
		}
	}
	for _, e := range rec.Eliminations {
		if e.Candidate().Valid() {
			s.Deleted[e.Cell.Index()] |= setdoku.NewDigitSet(e.Digit)
		}
	}
	live := s.Candidates()
	rec.Candidates = setdoku.ListCandidates(&live)
}

// needsDecoding reports whether only the view evidence has all parts of patterns: a technique of a user has a key.
func (r *recordReader) needsDecoding(ctx context.Context) (needs bool, err error) {
	err = r.snapshot.tx.GetContext(ctx, &needs, `
		SELECT COUNT(*) > 0
		FROM pattern_part AS f
		INNER JOIN technique AS t ON t.name = f.technique
		WHERE t.family = 'user'`)
	if err != nil {
		return false, fmt.Errorf("read the keys of techniques: %w", Explain(err))
	}
	return needs, nil
}

// tableReader says how to add the rows of a table or view to a record.
type tableReader struct {
	name, columns string // columns follow puzzle_id
	nullable      string // those of columns that may be NULL
	add           func(rec *record.Puzzle, row []driver.Value)
}

// addTo adds a row to a record, or the first bad row as such.
func (t *tableReader) addTo(rec *record.Puzzle, check ranges, row []driver.Value) {
	if bad := check.bad(rec.Start.Variant, row); bad == nil {
		t.add(rec, row)
	} else if rec.Bad == nil {
		bad.Table, bad.PuzzleID = t.name, rec.PuzzleID
		rec.Bad = bad
	}
}

// ranges are the columns of rows, see bad.
type ranges struct{ columns, nullable []string }

// newRanges returns columns, and those of them that may be NULL.
func newRanges(columns, nullable string) ranges {
	list := strings.Split(columns, ", ")
	for i, c := range list {
		if strings.HasPrefix(c, "CASE") {
			list[i] = "unit"
		}
	}
	return ranges{list, strings.Split(nullable, ", ")}
}

// bad returns an error without table and puzzle for the first value of a row that is NULL without being nullable, that
// is not on a board or that no row can have, nil if all are right. What reads the rows afterwards may use them as
// indexes.
func (r ranges) bad(board *setdoku.Variant, row []driver.Value) *record.BadRow {
	board = board.OrClassic()
	for i, column := range r.columns {
		n, is := row[i].(int64)
		if !is && (row[i] != nil || slices.Contains(r.nullable, column)) {
			continue
		}
		expected := ""
		switch column {
		case "cell":
			c := setdoku.Cell(n)
			if !c.Valid() || c.Row() > board.Size || c.Column() > board.Size {
				expected = "a cell of the board, row * 10 + column"
			}
		case "digit":
			if n < 1 || n > int64(board.Size) {
				expected = fmt.Sprintf("1 to %d", board.Size)
			}
		case "unit_no", "unit":
			if none := n == 0 && column == "unit"; !none && !board.HasUnit(int(n)) {
				expected = "a unit of the board"
			}
		case "step", "audit_step", "first_step", "last_step":
			if n < 0 || n > record.StepsMost+1 {
				expected = fmt.Sprintf("0 to %d", record.StepsMost+1)
			}
		case "placements", "eliminations", "rounds", "ordinal", "branch", "parent", "depth":
			if n < 0 || n > math.MaxInt32 {
				expected = fmt.Sprintf("0 to %d", math.MaxInt32)
			}
		}
		if row[i] == nil {
			expected = "a value"
		}
		if expected == "" {
			continue
		}
		bad := &record.BadRow{Step: -1, Column: column, Value: row[i], Expected: expected}
		if at := slices.Index(r.columns, "step"); at >= 0 && row[at] != nil {
			bad.Step = scanInt64(row[at])
		}
		return bad
	}
	return nil
}

func scanChange(row []driver.Value) record.Change {
	return record.Change{Step: scanStep(row[0]), Cell: scanCell(row[1]), Digit: scanDigit(row[2]),
		Rule:    scanText(row[3]),
		Pattern: scanInt64(row[4])}
}

func addEvidence(rec *record.Puzzle, row []driver.Value) {
	rec.Evidence = append(rec.Evidence, setdoku.Evidence{
		Step: scanInt(row[0]), Pattern: scanInt64(row[1]), Ordinal: scanInt(row[2]), Role: scanText(row[3]),
		Cell:  scanCell(row[4]),
		Digit: scanDigit(row[5]), Unit: scanInt(row[6]),
	})
}

// scanInt64 returns an integer, 0 for NULL.
func scanInt64(v driver.Value) int64 {
	n, _ := v.(int64)
	return n
}

func scanInt(v driver.Value) int { return int(scanInt64(v)) }

func scanCell(v driver.Value) setdoku.Cell { return setdoku.Cell(scanInt64(v)) }

// scanDigit returns a digit, 255 for a value that cannot be a digit.
func scanDigit(v driver.Value) uint8 {
	if n := scanInt64(v); n >= 0 && n < math.MaxUint8 {
		return uint8(n)
	}
	return math.MaxUint8
}

// scanStep returns a step, -1 for NULL.
func scanStep(v driver.Value) int {
	if v == nil {
		return -1
	}
	return scanInt(v)
}

// scanText returns a text, "" for NULL.
func scanText(v driver.Value) string {
	s, _ := v.(string)
	return s
}

// read adds the rows of one table to the records of their puzzles.
func (r *recordReader) read(ctx context.Context, t tableReader) error {
	query, args := `SELECT puzzle_id, `+t.columns+` FROM `+t.name+` WHERE puzzle_id BETWEEN ? AND ?`,
		[]any{r.low, r.high}
	if r.low == r.high { // a server then looks into one partition, and Citus asks one shard
		query, args = strings.Replace(query, `BETWEEN ? AND ?`, `= ?`, 1), args[:1]
	}
	if t.name == "evidence" {
		query += ` AND step IS NOT NULL` // a deduction that is not applied has no step
	}
	check := newRanges(t.columns, t.nullable)
	at := 0 // the record of the previous row: most rows belong to the same puzzle as the row before
	err := r.snapshot.each(ctx, query, args, func(row []driver.Value) error {
		id := scanInt64(row[0])
		if at >= len(r.records) || r.records[at].PuzzleID != id {
			at = sort.Search(len(r.records), func(i int) bool { return r.records[i].PuzzleID >= id })
			if at == len(r.records) || r.records[at].PuzzleID != id {
				return orphanError{t.name, "puzzle_id", id, "puzzle"}
			}
		}
		t.addTo(&r.records[at], check, row[1:])
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
