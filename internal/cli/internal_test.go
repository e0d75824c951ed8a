package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/solutions"
)

// TestCheckCatalogue puts every technique of the catalogue through the check that a technique of one's own must
// pass: on a minimal puzzle and on the one that docs/techniques.md shows it with, nothing that it finds may be against
// a solution, and isomorphs must show the same.
func TestCheckCatalogue(t *testing.T) {
	gridtest.Long(t, "the check of every technique")
	t.Parallel()
	list := solvertest.Catalogue(t)
	shown := solvertest.ExampleStates(t)
	rng := gridtest.New(75)
	hits := 0
	db := dbtest.Open(t)
	for _, technique := range list {
		puzzles := solvertest.Givens(gridtest.Minimal(rng), shown[technique.Name].Givens)
		r, err := checkTechniqueIn(t.Context(), db, technique, list, puzzles, 1)
		if err != nil {
			t.Fatalf("%s: %v", technique.Name, err)
		}
		for _, f := range r.Wrong {
			t.Errorf("%s: %s is against the solution of %s", technique.Name, f.What, format.Short(f.State))
		}
		for _, f := range r.Uneven {
			t.Errorf("%s: %s in %s", technique.Name, f.What, format.Short(f.State))
		}
		// What search places follows from the tree in the table branch.
		for _, f := range r.Unproved {
			t.Errorf("%s: %s in %s", technique.Name, f.What, format.Short(f.State))
		}
		if r.Bare > 0 && technique.Name != setdoku.RuleSearch {
			t.Errorf("%s: %d of %d patterns have no evidence", technique.Name, r.Bare, r.Patterns)
		}
		if r.Hits > 0 {
			hits++
		}
	}
	if hits < 35 {
		t.Errorf("%d techniques found something, want 35", hits)
	}
	t.Logf("%d of %d techniques found something", hits, len(list))
}

// list returns functions that read the states of a list, and the current offset.
func list(states []setdoku.State) (next func(context.Context, *format.Puzzle) error, at func() int64) {
	n := 0
	next = func(_ context.Context, p *format.Puzzle) error {
		if n == len(states) {
			return io.EOF
		}
		*p = format.Puzzle{State: states[n]}
		n++
		return nil
	}
	return next, func() int64 { return int64(n) }
}

// TestRun counts several pieces of puzzles that take different times. The last piece is not full. Some puzzles
// have a crossed-out candidate. The numbers must be in input order for any number of workers.
func TestRun(t *testing.T) {
	rng := gridtest.New(3)
	var states []setdoku.State
	var want bytes.Buffer
	for n := range 3*pieceSize + 7 {
		d := gridtest.Solution(rng)
		solution := d
		for _, i := range rng.Perm(len(d))[:40+rng.IntN(15)] {
			d[i] = 0
		}
		s := setdoku.State{Givens: d}
		if n%7 == 0 {
			open := 0
			for d[open] != 0 {
				open++
			}
			s.Deleted[open] = 1 << (solution[open] - 1)
		}
		states = append(states, s)
		n, _ := solutions.CountState(t.Context(), s, 20)
		fmt.Fprintln(&want, n)
	}
	for _, jobs := range []int{1, 2, 5} {
		var got bytes.Buffer
		puzzles, last := 0, int64(0)
		next, at := list(states)
		_, err := countList(t.Context(), countOptions{Limit: 20, Jobs: jobs, Next: next, At: at,
			Write: func(lines []byte, n int, at int64) error {
				if puzzles += n; !bytes.HasSuffix(lines, []byte("\n")) {
					t.Error("a piece ends within a line, and messages come between the pieces")
				}
				if at < last || at != int64(puzzles) {
					t.Errorf("after %d puzzles the piece ends at %d, the one before at %d", puzzles, at, last)
				}
				last = at
				got.Write(lines)
				return nil
			}})
		gridtest.Must(t, err)
		if got.String() != want.String() || puzzles != len(states) {
			t.Errorf("with %d jobs the numbers of %d puzzles differ from those counted one by one", jobs, puzzles)
		}
	}
}

// TestCountListEnds checks that countList returns the errors of its functions, and that it ends while a worker counts
// without end.
func TestCountListEnds(t *testing.T) {
	empty := []setdoku.State{{}}
	broken := errors.New("broken")
	nothing := func([]byte, int, int64) error { return nil }
	next, at := list(empty)
	if _, err := countList(t.Context(), countOptions{Limit: 2, Jobs: 1, Next: next, At: at,
		Write: func([]byte, int, int64) error { return broken }}); !errors.Is(err, broken) {
		t.Errorf("Write fails: %v", err)
	}
	failing := func(context.Context, *format.Puzzle) error { return broken }
	if _, err := countList(t.Context(), countOptions{Limit: 2, Jobs: 1, Next: failing, At: at,
		Write: nothing}); !errors.Is(err, broken) {
		t.Errorf("Next fails: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	next, at = list(empty)
	_, err := countList(ctx, countOptions{Limit: 1 << 22, Jobs: 1, Next: next, At: at, Write: nothing})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended with %v, want %v", err, context.DeadlineExceeded)
	}
}

func TestLink(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, tt := range []struct{ path, out, want string }{
		{"drawn/a.svg", "", "drawn/a.svg"},
		{"drawn/a.svg", "path.md", "drawn/a.svg"},
		{"drawn/a.svg", "text/path.md", "../drawn/a.svg"},
		{"drawn/a.svg", filepath.Join(dir, "text", "path.md"), "../drawn/a.svg"},
		{filepath.Join(dir, "drawn", "a.svg"), "path.md", "drawn/a.svg"},
		{"a <b> #1?/50%.svg", "path.md", "a%20%3Cb%3E%20%231%3F/50%25.svg"},
	} {
		if got, err := link(filepath.FromSlash(tt.path), filepath.FromSlash(tt.out)); err != nil || got != tt.want {
			t.Errorf("link to %s from %q is %q, error %v, want %q", tt.path, tt.out, got, err, tt.want)
		}
	}
}

func TestRowTables(t *testing.T) {
	s := setdoku.Step{Number: 3, Rule: "pointing", Deductions: []setdoku.Deduction{{
		Pattern: 1234, Eliminations: []setdoku.Candidate{{Cell: 45, Digit: 7}},
		Evidence: []setdoku.Evidence{{Ordinal: 1, Role: "base", Digit: 7, Unit: 23},
			{Ordinal: 2, Role: "pivot", Cell: 99}},
	}}}
	want := []picture.Table{
		{Title: "step", Columns: []string{"step", "rule", "placements", "eliminations"},
			Rows: [][]string{{"3", "pointing", "0", "1"}}},
		{Title: "elimination", Columns: []string{"cell_name", "digit", "rule", "pattern"},
			Rows: [][]string{{"r4c5", "7", "pointing", "1234"}}},
		{Title: "evidence", Columns: []string{"role", "cell_name", "digit", "unit_type", "unit"},
			Rows: [][]string{{"base", "", "7", "box", "5"}, {"pivot", "r9c9", "", "", ""}}},
	}
	if got := rowTables(s); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// What the tests of package cli_test need of this package. They are in a package of their own because they import
// clitest, which imports this one.
var (
	GenerateFormats = generateFormats
	ExplainFormats  = explainFormats
	FormatNames     = formatNames
	NextCalls       = nextCalls
	PageName        = pageName
	QRLines         = qrLines
	SiteAddresses   = siteAddresses
	WriteManual     = writeManual
)
