package solver_test

import (
	"fmt"
	"strings"
	"testing"

	"setdoku/internal/format"
	"setdoku/solver/driver"
)

// largeFish is a state in which a mutant fish of five base units removes a candidate that none of four does.
const largeFish = "2......+5.+5....4..1+1..5..68.+81546.3.776.......+9.4+78.51+6+4.91.....+6.1.4+8..53....7+1..:" +
	"712 314 914 316 916 722 922 324 924 725 228 732 335 735 936 948 255 355 955 256 356 956 958 272 772 575 276 376 282 287 288 298"

// TestSizesOfComplexFish holds solve to four base units in every engine; find goes as far as it is asked to.
func TestSizesOfComplexFish(t *testing.T) {
	t.Parallel()
	p, err := format.NewReader(strings.NewReader(largeFish+"\n"), "fish").Read()
	if err != nil {
		t.Fatal(err)
	}
	asked := []string{"mutant_fish", "mutant_fish:6", "mutant_fish:5", "mutant_fish:4"}
	var queries []query
	for _, name := range asked {
		queries = append(queries, query{name, p.State})
	}
	got := map[string]int{}
	for i, found := range ask(t, queries) {
		got[asked[i]] = len(claims(found))
	}
	for _, engine := range []driver.Engine{driver.EngineSQL, driver.EngineBitmask} {
		db := newDB(t)
		opts := selected(t, db, "mutant_fish")
		opts.Engine, opts.StopAtFirst = engine, true
		solve(t, newBatch(t, db, opts), []format.Puzzle{p}, 1)
		got["solve "+string(engine)] = count(t, db, "SELECT COUNT(*) FROM elimination WHERE step > 0")
	}
	want := map[string]int{
		"mutant_fish": 13, "mutant_fish:6": 13, "mutant_fish:5": 13, "mutant_fish:4": 12, "solve sql": 12, "solve bitmask": 12,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("eliminations %v, want %v", got, want)
	}
}
