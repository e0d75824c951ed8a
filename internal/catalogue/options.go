package catalogue

import (
	"cmp"
	"fmt"
	"slices"

	"setdoku"
)

// Options say how puzzles are solved: by the command, the pages and the library. The zero value uses all techniques.
type Options struct {
	// Techniques are the techniques to use: names such as "x_wing", families such as "chains", and names with a size
	// such as "naked_subset:5". None means all. The order does not matter: easy techniques are always tried first.
	Techniques []string
	// Without are techniques or families that are not used.
	Without []string
	// Own are techniques of the user, from files.
	Own Own
	// Jobs is how many puzzles are solved at a time, 0 for one on each core.
	Jobs int
	// Engine and Audit are for a database: what solves, "" for EngineAuto, and which rows stay, "" for
	// setdoku.AuditFull.
	Engine Engine
	Audit  setdoku.Audit
}

// Engine says where techniques run.
type Engine string

// The engines.
const (
	EngineSQL     Engine = "sql"     // as statements in the database
	EngineBitmask Engine = "bitmask" // on bitmasks in memory
	EngineAuto    Engine = "auto"    // in memory what is known there, as statements the rest
	EngineCTE     Engine = "cte"     // one recursive statement a puzzle, which returns only status and solution
)

// MaxJobs is the greatest number of puzzles that are computed at once. Each needs memory of its own.
const MaxJobs = 1024

// OptionError is the error for Options that name what there is not, or a number out of range.
type OptionError struct{ Err error }

// Error says what is wrong.
func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *OptionError) Unwrap() error { return e.Err }

// Check returns an OptionError for a number of jobs, an engine or an audit level that is none, and for techniques of an
// engine that uses none.
func (o Options) Check() error {
	if o.Jobs < 0 || o.Jobs > MaxJobs {
		return &OptionError{fmt.Errorf("%d jobs, expected 0 for all cores or a number to %d", o.Jobs, MaxJobs)}
	}
	engines := []Engine{EngineAuto, EngineBitmask, EngineSQL, EngineCTE}
	if !slices.Contains(engines, cmp.Or(o.Engine, EngineAuto)) {
		return &OptionError{fmt.Errorf("engine %q, expected auto, bitmask, sql or cte", o.Engine)}
	}
	if o.Engine == EngineCTE && len(o.Techniques)+len(o.Without)+len(o.Own.Techniques()) > 0 {
		return &OptionError{fmt.Errorf("engine %s uses no techniques, but some are selected or left out", EngineCTE)}
	}
	audits := []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone}
	if !slices.Contains(audits, cmp.Or(o.Audit, setdoku.AuditFull)) {
		return &OptionError{fmt.Errorf("audit %q, expected full, steps or none", o.Audit)}
	}
	return nil
}

// Choose returns the catalogue of sql/ with the techniques of the user and those of the sizes that o and words name,
// and what o selects from it as Select does. known is that of With. The error for a word is an OptionError.
func (o Options) Choose(known Catalogue, words ...string) (all, selected Catalogue, err error) {
	if err = o.Check(); err != nil {
		return nil, nil, err
	}
	if all, err = BuiltIn(); err == nil {
		all, err = all.WithOwn(o.Own, known)
	}
	if err != nil {
		return nil, nil, err
	}
	if all, err = all.WithSizes(slices.Concat(o.Techniques, words)); err == nil {
		selected, err = all.Select(o.Techniques, o.Without)
	}
	if err != nil {
		return nil, nil, &OptionError{err}
	}
	return all, selected, nil
}
