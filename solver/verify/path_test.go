package verify_test

import (
	"errors"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/verify"
)

// pathOf returns the path of a state with all techniques.
func pathOf(t *testing.T, s setdoku.State) *verify.Path {
	t.Helper()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	f, err := batch.NewPathfinder(all, driver.Options{Techniques: all})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	found, err := f.Find(t.Context(), s, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &verify.Path{Start: s, Contradiction: found.Contradiction}
	for _, k := range found.Steps {
		p.Steps = append(p.Steps, verify.PathStep{Step: k.Step, Rule: k.Technique.Name, Deductions: k.Deductions})
	}
	return p
}

// TestProveRefuses falsifies one thing of a path at a time.
func TestProveRefuses(t *testing.T) {
	start := solvertest.SampleLists(t, 1)[4].State
	at := slices.IndexFunc(pathOf(t, start).Steps, func(s verify.PathStep) bool { return len(s.Deductions[0].Eliminations) > 0 })
	if at < 1 {
		t.Fatal("the path has no elimination after its first step")
	}
	for name, change := range map[string]func(*verify.Path){
		"a digit that is no candidate": func(p *verify.Path) { p.Steps[0].Deductions[0].Placements[0].Digit ^= 1 },
		"a cell that there is not":     func(p *verify.Path) { p.Steps[at].Deductions[0].Eliminations[0].Cell = 10 },
		"a step twice":                 func(p *verify.Path) { p.Steps = append(p.Steps, p.Steps[0]) },
		"a step gone":                  func(p *verify.Path) { p.Steps = append(p.Steps[:1:1], p.Steps[len(p.Steps)-1]) },
		"a pattern gone":               func(p *verify.Path) { p.Steps[at].Deductions[0].Evidence = nil },
		"a part of a pattern gone":     func(p *verify.Path) { d := &p.Steps[at].Deductions[0]; d.Evidence = d.Evidence[1:] },
		"a technique that it is not":   func(p *verify.Path) { p.Steps[at].Rule = "xy_wing" },
		"a contradiction that is not":  func(p *verify.Path) { p.Contradiction = &setdoku.Contradiction{Kind: "no_candidate", Cell: 11} },
		"another single":               func(p *verify.Path) { p.Steps[0].Rule = "naked_single" },
	} {
		p := pathOf(t, start)
		change(p)
		var wrong *verify.PathError
		if err := p.Prove(); !errors.As(err, &wrong) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
