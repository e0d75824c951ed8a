package batch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
	"setdoku/solver/statements"
)

// made returns a puzzle of a variant with one solution in which every given is needed, and its solution.
func made(t *testing.T, name string, rng *rand.Rand) (p format.Puzzle, solution setdoku.Grid) {
	t.Helper()
	v, err := setdoku.ParseVariant(name)
	gridtest.Must(t, err)
	s := setdoku.State{Variant: v}
	cells := v.Cells()
	for k, i := range rng.Perm(v.Size) { // a random first row
		s.Givens[cells[k]] = uint8(i + 1)
	}
	list, _ := solutions.ListState(t.Context(), s, 1)
	if len(list) == 0 {
		t.Fatalf("%s: no grid with the first row %v", name, s.Givens[:v.Size])
	}
	s.Givens = list[0]
	return format.Puzzle{State: needed(s, rng)}, list[0]
}

// needed removes givens of a solved grid until every given is needed for the only solution.
func needed(s setdoku.State, rng *rand.Rand) setdoku.State {
	cells := s.Board().Cells()
	for _, k := range rng.Perm(len(cells)) {
		d := s.Givens[cells[k]]
		s.Givens[cells[k]] = 0
		if n, _ := solutions.CountState(context.Background(), s, 2); n > 1 {
			s.Givens[cells[k]] = d
		}
	}
	return s
}

// random returns a puzzle of a board with random units of all types, and with random pairs, that a grid of the board
// keeps.
func random(t *testing.T, board string, units, pairs int, rng *rand.Rand) (p format.Puzzle, solution setdoku.Grid) {
	t.Helper()
	v, err := setdoku.ParseVariant(board)
	gridtest.Must(t, err)
	cells := v.Cells()
	for k, d := range rng.Perm(v.Size) {
		solution[k] = uint8(d + 1)
	}
	list, _ := solutions.ListState(t.Context(), setdoku.State{Variant: v, Givens: solution}, 1)
	solution = list[0]
	all := v.Units
	if units > 20 { // without boxes
		clear(all[18:27])
	}
	for _, u := range rng.Perm(len(all) - 27)[:units] {
		at := cells[rng.IntN(len(cells))]
		distance := func(i int) int { return max(i/9-at/9, at/9-i/9) + max(i%9-at%9, at%9-i%9) }
		for d := range uint8(v.Size) { // the nearest cell of each digit
			nearest := -1
			for _, i := range cells {
				if solution[i] == d+1 && (nearest < 0 || distance(i) < distance(nearest)) {
					nearest = i
				}
			}
			all[27+u] = append(all[27+u], nearest)
		}
	}
	var apart [][2]int
	for len(apart) < pairs {
		if i, j := cells[rng.IntN(len(cells))], cells[rng.IntN(len(cells))]; solution[i] != solution[j] {
			apart = append(apart, [2]int{i, j})
		}
	}
	own, err := setdoku.NewVariant(fmt.Sprintf("random-%d-%d", v.Size, units), "Random", v.Size, all, apart)
	gridtest.Must(t, err)
	return format.Puzzle{State: needed(setdoku.State{Variant: own, Givens: solution}, rng)}, solution
}

// listed returns every step-th puzzle of the lists of variants in the folder shared, with the solutions that the lists
// have.
func listed(t *testing.T, step int) (puzzles []format.Puzzle, answers []setdoku.Grid) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(gridtest.SharedDir(t), "data", "variants_*.txt"))
	gridtest.Must(t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		gridtest.Must(t, err)
		for n, p := range solvertest.Puzzles(t, name, string(text)) {
			if n%step == 0 {
				answer, err := setdoku.ParseGrid(p.Solution)
				gridtest.Must(t, err)
				puzzles, answers = append(puzzles, p), append(answers, answer)
			}
		}
	}
	return puzzles, answers
}

// TestVariants solves puzzles of many variants by the statements and in memory. No step may contradict the only
// solution of its puzzle, and both engines must write the same rows.
func TestVariants(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 1))
	var puzzles []format.Puzzle
	var answers []setdoku.Grid
	for _, name := range []string{"classic", "4x4", "6x6", "6x6+x", "1112122233343444"} {
		for range gridtest.Size(1, 2) {
			p, answer := made(t, name, rng)
			if name == setdoku.Classic().Name {
				p.State.Variant = nil
			}
			puzzles, answers = append(puzzles, p), append(answers, answer)
		}
	}
	t.Run("made", func(t *testing.T) { solveVariants(t, puzzles, answers) })
	t.Run("random", func(t *testing.T) {
		gridtest.Nightly(t, "slow techniques by statements")
		var puzzles []format.Puzzle
		var answers []setdoku.Grid
		for _, c := range []struct {
			board        string
			units, pairs int
		}{{"classic", 13, 16}, {"classic", 24, 0}, {"6x6", 4, 6}} {
			p, answer := random(t, c.board, c.units, c.pairs, rng)
			puzzles, answers = append(puzzles, p), append(answers, answer)
		}
		solveVariants(t, puzzles, answers, "als", "forcing")
	})
	t.Run("listed", func(t *testing.T) {
		gridtest.Nightly(t, "dozens of puzzles by statements")
		puzzles, answers := listed(t, 12)
		solveVariants(t, puzzles, answers)
	})
}

// solveVariants compares the rows of both engines. more are families of slow techniques.
func solveVariants(t *testing.T, puzzles []format.Puzzle, answers []setdoku.Grid, more ...string) {
	t.Helper()
	rows := make(map[catalogue.Engine]map[string]string)
	for _, engine := range []catalogue.Engine{catalogue.EngineSQL, catalogue.EngineAuto} {
		db := dbtest.Open(t)
		families := append([]string{"singles", "intersections", "subsets", "basic_fish", "finned_fish", "single_digit",
			"wings", "uniqueness", "coloring", "chains"}, more...)
		opts := solvertest.Select(t, families, nil)
		opts.Engine, opts.Audit = engine, setdoku.AuditFull
		results := solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, memory.ChunkSize)
		for i, r := range results {
			board := puzzles[i].State.Board().Name
			if r.Solution != "" && r.Solution != answers[i].String() || r.Status == setdoku.StatusInvalid ||
				r.Status == setdoku.StatusMultiple {
				t.Errorf("%s, %s %s: status %s, solution %v, want %s", engine, board, r.Givens, r.Status, r.Solution,
					answers[i])
			}
		}
		if text := solvertest.Verified(t, db); text != "" {
			t.Errorf("%s: verify says %q", engine, text)
		}
		// those of classic, when the chunks of variants are over
		for _, table := range []string{"location", "peer", "unit_name"} {
			if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM `+table); n != map[string]int{"location": 243,
				"peer": 1620, "unit_name": 27}[table] {
				t.Errorf("%s has %d rows", table, n)
			}
		}
		rows[engine] = solvertest.Histories(t, db, "puzzle", "step", "cell", "elimination", "candidate",
			"contradiction", "evidence")
	}
	solvertest.Compare(t, rows[catalogue.EngineAuto], rows[catalogue.EngineSQL])
}

// TestOwnVariant inserts a variant and a puzzle of it by SQL, and solves the puzzle.
func TestOwnVariant(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	for _, q := range []string{
		`INSERT INTO variant (variant, title, size) VALUES ('latin', 'Latin square', 4)`,
		`INSERT INTO variant_unit (variant, unit_no, position, cell)
		 SELECT 'latin', u.unit_no, u.position, u.cell FROM variant_unit AS u WHERE u.variant = '4x4' AND u.unit_no <= 18`,
		`INSERT INTO puzzle (givens, variant) VALUES ('1234.....23.......34.......4.....................................................', 'latin')`,
	} {
		dbtest.Exec(t, db, q)
	}
	opts := solvertest.Options(t)
	opts.Engine = catalogue.EngineSQL
	solvertest.SolveStored(t, solvertest.NewBatch(t, db, opts))
	want := `[1,"solved","1234.....2341.....3412.....4123.................................................."]`
	if got := dbtest.Rows(t, db, `SELECT puzzle_id, status, solution FROM puzzle`); len(got) != 1 ||
		strings.TrimSpace(got[0]) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestOwnTechniqueOnVariants solves a list of several variants with a technique of a file, which only its statement can
// find. The statement looks at puzzles of one variant at a time.
func TestOwnTechniqueOnVariants(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	puzzles, answers := listed(t, 40)
	own, _, err := statements.ReadTechnique(t.Context(), "../../testdata/three_pincers.sql")
	gridtest.Must(t, err)
	opts := solvertest.Select(t, []string{"singles"}, nil)
	if opts.Techniques, err = opts.Techniques.With(own, nil); err != nil {
		t.Fatal(err)
	}
	opts.Statements = statements.NewStatements
	m, err := memory.NewSolver(opts.Techniques, opts)
	gridtest.Must(t, err)
	defer func() {
		if err := m.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	results, err := m.Solve(t.Context(), puzzles)
	gridtest.Must(t, err)
	for i, r := range results {
		if r.Status != setdoku.StatusStuck && (r.Status != setdoku.StatusSolved || r.Solution != answers[i].String()) {
			t.Errorf("%s %s: status %s, solution %v", r.Variant, r.Givens, r.Status, r.Solution)
		}
	}
}

// TestFewGivens solves a puzzle of two givens on a jigsaw with diagonals. A search that never begins again takes
// minutes or more to refute one of its candidates.
func TestFewGivens(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	v, err := setdoku.ParseVariant("111222222331111122333333124344444444555555566755666666788888886777999988777799999+x")
	gridtest.Must(t, err)
	p := format.Puzzle{State: setdoku.State{Variant: v}}
	p.State.Givens[0], p.State.Givens[80] = 1, 2
	opts := memory.Options{Techniques: solvertest.Catalogue(t), Statements: statements.NewStatements}
	m, err := memory.NewSolver(opts.Techniques, opts)
	gridtest.Must(t, err)
	defer m.Close(t.Context())
	results, err := m.Solve(t.Context(), []format.Puzzle{p})
	if err != nil || results[0].Status != setdoku.StatusMultiple {
		t.Errorf("results %v, error %v, want several solutions", results, err)
	}
}
