package memory

import (
	"setdoku"
	"setdoku/internal/catalogue"
)

// Options are the options of a run of any engine.
type Options struct {
	Engine      catalogue.Engine    // "" is auto; a Solver takes all but bitmask as auto
	Jobs        int                 // puzzles computed at once, or parts of a chunk in a file, 0 for all cores
	Techniques  catalogue.Catalogue // the selected techniques, in catalogue order, at least one
	StopAtFirst bool                // stop each puzzle after its first step; if it is not finished then, it is new
	Audit       setdoku.Audit       // "" is full; for a Solver it is none, and its results have no rows
	// OnPass is called after every pass. It may be nil. If it is set, the techniques in memory handle one puzzle at a
	// time.
	OnPass    func(Pass)
	PassGrids bool // fill Pass.Grids
	// Statements returns a runner for the techniques that memory cannot find. If it is nil, such a technique is an
	// error.
	Statements func() catalogue.Statements
}

// OptionsFor returns the options of a run with the techniques that o selects.
func OptionsFor(o catalogue.Options, selected catalogue.Catalogue) Options {
	return Options{Engine: o.Engine, Jobs: o.Jobs, Audit: o.Audit, Techniques: selected, Statements: o.Own.Statements()}
}

// Selection returns the selection of techniques as it is stored with the run. A stuck puzzle is tried again if the
// selection of its last run differs.
func (o Options) Selection() string {
	if o.Engine == catalogue.EngineCTE {
		return string(catalogue.EngineCTE)
	}
	s := o.Techniques.Names()
	if o.StopAtFirst {
		s += " stop_at_first"
	}
	return s
}

// ChunkSize is the number of puzzles that are solved together and committed in one transaction. Larger chunks are not
// faster. Much smaller ones are slower, because every statement is called more often.
const ChunkSize = 250
