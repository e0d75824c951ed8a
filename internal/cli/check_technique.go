package cli

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/isomorph"
	"setdoku/solver/memory"
	"setdoku/solver/proof"
	"setdoku/solver/solutions"
	"setdoku/solver/statements"
	"setdoku/store"
	"setdoku/store/record"
)

// techniqueReport is the report of checkTechnique.
type techniqueReport struct {
	Technique string
	Positions int              // how many were searched
	Why       []string         // why it found nothing, as far as its file shows
	Hits      int              // positions with a deduction
	Found     int              // deductions
	Time      time.Duration    // of its statements, for all positions
	Wrong     []techniqueFault // deductions that the solution contradicts
	Uneven    []techniqueFault // positions whose isomorph has other deductions
	Unproved  []techniqueFault // deductions that their evidence does not prove
	Patterns  int              // how many were found
	Bare      int              // of those, the patterns without evidence
	Stuck     int              // puzzles that the other techniques do not solve
	Freed     []setdoku.Grid   // of those, the puzzles that the technique and the others solve together
}

// techniqueFault is a position and a description of what is wrong.
type techniqueFault struct {
	State setdoku.State
	What  string
}

// faultsMost is how many faults of each kind are listed.
const faultsMost = 5

// Sound reports whether the technique has no wrong, uneven or unproved deductions.
func (c *techniqueReport) Sound() bool { return len(c.Wrong)+len(c.Uneven)+len(c.Unproved) == 0 }

// checkTechnique tests a technique on a list of puzzles. It solves the puzzles with the other techniques up to its
// tier, and searches the positions where these get stuck. It compares the deductions with the solution, and with the
// deductions in a random isomorph, drawn from seed. It proves each pattern from its evidence as verify does. Then it
// solves the puzzles with and without the technique. It skips puzzles without exactly one solution. others is the
// catalogue without the technique; forcing and search are not used.
func checkTechnique(ctx context.Context, t catalogue.Technique, others catalogue.Catalogue, puzzles []format.Puzzle,
	seed uint64) (_ *techniqueReport, err error) {
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return checkTechniqueIn(ctx, db, t, others, puzzles, seed)
}

// checkTechniqueIn is checkTechnique in an existing database. It creates temporary tables there and leaves nothing.
func checkTechniqueIn(ctx context.Context, db *store.DB, t catalogue.Technique, others catalogue.Catalogue,
	puzzles []format.Puzzle, seed uint64) (*techniqueReport, error) {
	c := &checking{technique: t, report: &techniqueReport{Technique: t.Name}, rng: rand.New(rand.NewPCG(seed, 0)),
		prover: proof.New(), seen: make(map[setdoku.State]bool)}
	for _, o := range others {
		if o.File != catalogue.Forcing && o.File != setdoku.RuleSearch && o.Name != t.Name {
			c.others = append(c.others, o)
		}
	}
	if err := c.gather(ctx, puzzles); err != nil {
		return nil, err
	}
	if err := c.look(ctx, db); err != nil {
		return nil, err
	}
	if c.report.Found == 0 {
		c.report.Why = whyNothing(t, c.others, c.report.Positions)
	}
	return c.report, c.free(ctx, puzzles)
}

// checking is a running checkTechnique.
type checking struct {
	technique catalogue.Technique
	others    catalogue.Catalogue
	report    *techniqueReport
	rng       *rand.Rand
	prover    *proof.Prover
	positions []checkedPosition
	seen      map[setdoku.State]bool // all positions
}

type checkedPosition struct {
	state    setdoku.State
	solution setdoku.Grid
}

// gather solves the puzzles in memory, with the techniques up to the tier and with all, and keeps the positions where
// they get stuck.
func (c *checking) gather(ctx context.Context, puzzles []format.Puzzle) error {
	var easier, all []memory.Selected
	for _, t := range c.others {
		in, has := memory.SelectedToSolve(t)
		if !has {
			continue
		}
		all = append(all, in)
		if t.Tier < c.technique.Tier {
			easier = append(easier, in)
		}
	}
	for _, list := range [][]memory.Selected{easier, all} {
		logic, err := memory.NewLogic(list, false)
		if err != nil {
			return err
		}
		for _, p := range puzzles {
			if err := c.add(ctx, logic, p.State.Givens); err != nil {
				return err
			}
		}
		if len(easier) == len(all) {
			break
		}
	}
	return nil
}

// add keeps the last position of a puzzle if it is stuck.
func (c *checking) add(ctx context.Context, logic *memory.Logic, givens setdoku.Grid) error {
	solution, n, err := solutions.Solve(ctx, givens)
	if err != nil || n != 1 {
		return ctx.Err()
	}
	puzzle := &record.Puzzle{Start: setdoku.State{Givens: givens}}
	if err := logic.Solve(ctx, puzzle); err != nil || puzzle.Status != setdoku.StatusStuck {
		return err
	}
	p := checkedPosition{logic.End(), solution}
	if !c.seen[p.state] {
		c.seen[p.state] = true
		c.positions = append(c.positions, p)
	}
	return nil
}

// look runs the technique on the positions and on an isomorph of each.
func (c *checking) look(ctx context.Context, db *store.DB) (err error) {
	finder, err := statements.NewFinder(ctx, db, catalogue.Catalogue{c.technique})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, finder.Close(ctx)) }()
	for chunk := range slices.Chunk(c.positions, memory.ChunkSize) {
		states := make([]format.Puzzle, len(chunk))
		images := make([]format.Puzzle, len(chunk))
		maps := make([]isomorph.Isomorphism, len(chunk))
		for i, p := range chunk {
			maps[i] = isomorph.Random(c.rng)
			states[i].State, images[i].State = p.state, maps[i].State(p.state)
		}
		found, err := finder.Find(ctx, states)
		if err != nil {
			return err
		}
		again, err := finder.Find(ctx, images)
		if err != nil {
			return err
		}
		for i, p := range chunk {
			c.judge(p, found[i])
			c.compare(p, maps[i], found[i], again[i])
		}
	}
	for _, s := range finder.Spent() {
		if file, _, _ := strings.Cut(s.Name, "#"); file == c.technique.File {
			c.report.Time += s.Time / 2 // the isomorphs took about the same time
		}
	}
	return nil
}

// judge compares deductions with the solution, and proves them from their evidence. Verify proves a pattern without
// evidence from the whole grid, which is to compare it with the solution.
func (c *checking) judge(p checkedPosition, list []setdoku.Deduction) {
	r := c.report
	r.Positions++
	if err := c.prover.Load(&p.state); err != nil {
		keep(&r.Unproved, p, err.Error())
		return
	}
	if len(list) > 0 {
		r.Hits++
	}
	for _, d := range list {
		r.Found += len(d.Placements) + len(d.Eliminations)
		for _, x := range d.Placements {
			if p.solution[x.Cell.Index()] != x.Digit {
				keep(&r.Wrong, p, x.Placement())
			}
		}
		for _, x := range d.Eliminations {
			if p.solution[x.Cell.Index()] == x.Digit {
				keep(&r.Wrong, p, x.Elimination())
			}
		}
		r.Patterns++
		if len(d.Evidence) == 0 {
			r.Bare++
			continue
		}
		if err := c.prover.Prove(&d, c.technique.AssumesUnique); err != nil {
			keep(&r.Unproved, p, fmt.Sprintf("pattern %d, %v", d.Pattern, err))
		}
	}
}

// compare compares deductions with those in an isomorph.
func (c *checking) compare(p checkedPosition, m isomorph.Isomorphism, list, image []setdoku.Deduction) {
	want := make(map[string]bool)
	for _, d := range list {
		for _, x := range d.Placements {
			want[setdoku.Candidate{Cell: m.Cell(x.Cell), Digit: m.Digit(x.Digit)}.Placement()] = true
		}
		for _, x := range d.Eliminations {
			want[setdoku.Candidate{Cell: m.Cell(x.Cell), Digit: m.Digit(x.Digit)}.Elimination()] = true
		}
	}
	n, total := 0, 0
	for _, d := range image {
		total += len(d.Placements) + len(d.Eliminations)
		for _, x := range d.Placements {
			if want[x.Placement()] {
				n++
			}
		}
		for _, x := range d.Eliminations {
			if want[x.Elimination()] {
				n++
			}
		}
	}
	if n != len(want) || total != n {
		keep(&c.report.Uneven, p, fmt.Sprintf("%s, %d in an isomorph, %d of them the same",
			format.Plural(len(want), "deduction"), total, n))
	}
}

// free solves the puzzles with the other techniques. It then tries the technique on those that stay stuck.
func (c *checking) free(ctx context.Context, puzzles []format.Puzzle) error {
	var proper []format.Puzzle
	for _, p := range puzzles {
		if one, _ := solutions.Unique(ctx, nil, p.State.Givens); one {
			proper = append(proper, format.Puzzle{State: setdoku.State{Givens: p.State.Givens}})
		}
	}
	stuck, _, err := partition(ctx, c.others, proper)
	if err != nil {
		return err
	}
	all, err := c.others.With(c.technique, nil)
	if err != nil {
		return err
	}
	_, freed, err := partition(ctx, all, stuck)
	c.report.Stuck = len(stuck)
	for _, p := range freed {
		c.report.Freed = append(c.report.Freed, p.State.Givens)
	}
	return err
}

// partition splits puzzles into those that techniques leave stuck and those that they solve.
func partition(ctx context.Context, techniques catalogue.Catalogue, puzzles []format.Puzzle) (stuck,
	solved []format.Puzzle, err error) {
	m, err := memory.NewSolver(techniques, memory.Options{Techniques: techniques, Statements: statements.NewStatements})
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, m.Close(ctx)) }()
	for chunk := range slices.Chunk(puzzles, memory.ChunkSize) {
		results, err := m.Solve(ctx, chunk)
		if err != nil {
			return nil, nil, err
		}
		for i, r := range results {
			switch r.Status {
			case setdoku.StatusSolved:
				solved = append(solved, chunk[i])
			case setdoku.StatusStuck:
				stuck = append(stuck, chunk[i])
			}
		}
	}
	return stuck, solved, nil
}

// keep adds a fault unless there are faultsMost already.
func keep(list *[]techniqueFault, p checkedPosition, what string) {
	if len(*list) < faultsMost {
		*list = append(*list, techniqueFault{p.state, what})
	}
}
