package solutions

import (
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

// cases are puzzle:count:solution. The solution is given only if it is unique.
const cases = `
....7.6..1.74......2..6..89.......542..9....8..5..4.6..........5...3.19.8.9....3.:1:958372641167498523423561789791683254246957318385214967632149875574836192819725436
7...2.......768..5...1.9.6.38....95..9.6......2.4...1.......78...........38...2..:1:761524893943768125852139467386271954194685372527493618215346789479812536638957241
54.........7...6....2.69.....4.3.9.....6..28....5......8......2.3....45.....18..7:1:546123879397485621812769543674832915153697284928541736789354162231976458465218397
.24879........2....1.5.6.82548.6721....25...46723....52.7..315.4.57...389.1...4.7:1:324879561856132749719546382548967213193258674672314895287493156465721938931685427
684937251539.6147872185439639642.18.41537862.872196534958642713263719845147583962:1:684937251539261478721854396396425187415378629872196534958642713263719845147583962
714539826583627194962841735236158479459376218178294563625413987391785642847962351:1:714539826583627194962841735236158479459376218178294563625413987391785642847962351
.........583627194962841735.........459376218178294563625413987391785642847962351:1:714539826583627194962841735236158479459376218178294563625413987391785642847962351
.2...7.....89..5..1....2..6.....6.......938.2......3....5.4.2..9.37...8.....691..:137:
.14..7.6...34.....9...2.......9....85.....6...8...1..2.3.15...71.....5....2..49..:154:
.8.63....5.947.6......5..2...7.....3.......4.9.5...8....13.9..8.........87......2:93:
7..53982.5..62719.9..84173.2..15847.4..37621.1..29456.6..41398.3..78564.8..96235.:16:
...........................236158479459376218178294563625413987391785642847962351:288:
...53982658362..9.9628...35236.58..9.593.62.8..829.563625..398.39..856.28..96235.:54:
43......1.........5.23...7...476....3.8..1........583........5.1..28...4.2..1....:0:
.....4.3.4....72.8.3165.....7.......1.23........4...56.6....4......165..72......3:0:
..5....1...74.9.8.6.....2.4....6.1392...5....4....8.....2...8.3.5.......7..94....:0:
`

func TestCases(t *testing.T) {
	for _, line := range strings.Fields(cases) {
		t.Run(line[:81], func(t *testing.T) {
			var n int
			if _, err := fmt.Sscanf(line[81:], ":%d:", &n); err != nil {
				t.Fatal(err)
			}
			p := parse(t, line[:81])
			gridtest.Equal(t, "Count", counted(t, p, 1000), n)
			if want := line[strings.LastIndexByte(line, ':')+1:]; n == 1 {
				checkSolve(t, p, 1)
				if got, _, _ := Solve(t.Context(), p); got != parse(t, want) {
					t.Errorf("solution %s, want %s", got, want)
				}
			}
		})
	}
}

func parse(t testing.TB, line string) setdoku.Grid {
	t.Helper()
	d, err := setdoku.ParseGrid(line)
	gridtest.Must(t, err)
	return d
}

// counted is Count of a grid whose solutions can be counted.
func counted(t testing.TB, d setdoku.Grid, limit int) int {
	t.Helper()
	n, err := Count(t.Context(), d, limit)
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	return n
}

// checkSolve checks Solve and Unique on a puzzle with n solutions, 2 for several.
func checkSolve(t *testing.T, p setdoku.Grid, n int) {
	t.Helper()
	solution, got, err := Solve(t.Context(), p)
	unique, uniqueErr := Unique(t.Context(), nil, p)
	if got != n || err != nil || unique != (n == 1) || uniqueErr != nil {
		t.Errorf("%s: Solve finds %d solutions (%v) and Unique says %v (%v), want %d", p, got, err, unique, uniqueErr, n)
	}
	if got == 0 {
		if solution != (setdoku.Grid{}) {
			t.Errorf("%s: a solution %s where there is none", p, solution)
		}
		return
	}
	if strings.Contains(solution.String(), ".") || solution.Check() != nil {
		t.Errorf("%s: %s is not a solution", p, solution)
	}
	for i, d := range p {
		if d != 0 && solution[i] != d {
			t.Errorf("%s: the solution %s has another digit at %s", p, solution, setdoku.CellAt(i))
		}
	}
}

func TestCountStopsAtLimit(t *testing.T) {
	for _, p := range []struct {
		name string
		grid setdoku.Grid
		all  int
	}{
		{"empty", setdoku.Grid{}, 1 << 30},
		{"one given", setdoku.Grid{40: 5}, 1 << 30},
		{"288 solutions", parse(t, "...........................236158479459376218178294563625413987391785642847962351"),
			288},
		{"one solution", parse(t, "7...2.......768..5...1.9.6.38....95..9.6......2.4...1.......78...........38...2.."),
			1},
		{"none", parse(t, "43......1.........5.23...7...476....3.8..1........583........5.1..28...4.2..1...."), 0},
	} {
		t.Run(p.name, func(t *testing.T) {
			for _, limit := range []int{-1, 0, 1, 2, 3, 287, 288, 289, 1000, 20_000} {
				if got, want := counted(t, p.grid, limit), max(0, min(limit, p.all)); got != want {
					t.Errorf("limit %d: %d, want %d", limit, got, want)
				}
			}
			checkSolve(t, p.grid, min(p.all, 2))
		})
	}
}

// TestInvalidGivensHaveNoSolution has a digit twice in each unit, in neighbouring cells and in distant ones, a wrong
// digit in a filled grid, and values that are not digits, also those whose low bits are those of a digit.
func TestInvalidGivensHaveNoSolution(t *testing.T) {
	var list []setdoku.Grid
	for _, cells := range setdoku.Classic().Units[:27] {
		for _, other := range []int{cells[1], cells[8]} {
			var d setdoku.Grid
			d[cells[0]], d[other] = 3, 3
			list = append(list, d)
		}
	}
	full := gridtest.Solution(gridtest.New(3))
	for _, value := range []uint8{full[80]%9 + 1, 10, 15, 16, 17, 25, 255} {
		list = append(list, setdoku.Grid{80: max(value, 10)})
		full[80] = value
		list = append(list, full)
	}
	for _, d := range list {
		if got := counted(t, d, 1000); got != 0 {
			t.Errorf("%v: %d solutions, want 0", d, got)
		}
		checkSolve(t, d, 0)
	}
}

func TestNoAllocation(t *testing.T) {
	rng := gridtest.New(11)
	list := []setdoku.Grid{{}, gridtest.Several(rng), gridtest.Contradictory(rng),
		parse(t, "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")}
	for range 20 {
		list = append(list, gridtest.Minimal(rng))
	}
	state := setdoku.State{Givens: list[4]}
	state.Deleted[40] = setdoku.AllDigits
	for name, count := range map[string]func(setdoku.Grid){
		"Count":      func(d setdoku.Grid) { _, _ = Count(t.Context(), d, 100) },
		"Solve":      func(d setdoku.Grid) { _, _, _ = Solve(t.Context(), d) },
		"Unique":     func(d setdoku.Grid) { _, _ = Unique(t.Context(), nil, d) },
		"CountState": func(setdoku.Grid) { CountState(t.Context(), state, 2) },
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range list {
				if n := testing.AllocsPerRun(3, func() { count(d) }); n != 0 {
					t.Errorf("%s: %v allocations", d, n)
				}
			}
		})
	}
}
