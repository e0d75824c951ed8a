package driver

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/solver/catalogue"
)

func TestTmpSpent(t *testing.T) {
	text, _ := os.ReadFile("../../../shared/data/forum_hardest_1106.txt")
	var list []format.Puzzle
	n := 4
	fmt.Sscan(os.Getenv("N"), &n)
	for _, l := range strings.Split(string(text), "\n")[:n] {
		g, err := setdoku.ParseGrid(l[:81])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, format.Puzzle{State: setdoku.State{Givens: g}})
	}
	all, _ := catalogue.BuiltIn()
	some, err := all.Select([]string{os.Getenv("T")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	db := dbtest.Open(t)
	f, err := NewFinder(t.Context(), db, some)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Find(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	for i, s := range f.Spent() {
		if i < 30 {
			fmt.Printf("%8.3f %6d %s\n", s.Time.Seconds(), s.Calls, strings.Join(strings.Fields(s.Name), " "))
		}
	}
}
