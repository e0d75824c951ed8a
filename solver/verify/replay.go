package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// The reasons why steps were not made again.
const (
	byHand  = "by hand or from a shell"
	noFile  = "with techniques whose file was not given"
	unknown = "after a step that stored no eliminations"
)

// Replays counts the steps that were made again, and those that were not.
type Replays struct {
	Engine catalogue.Engine
	Same   int
	Left   map[string]int // by reason
}

// replayer makes attempts again.
type replayer struct {
	*checker
	fromFiles catalogue.Catalogue     // techniques of the files given
	engines   map[string]replayEngine // by selection
	count     Replays
}

func newReplayer(c *checker, engine catalogue.Engine, fromFiles catalogue.Catalogue) (*replayer, error) {
	m := &replayer{checker: c, engines: make(map[string]replayEngine),
		count: Replays{Engine: engine, Left: make(map[string]int)}}
	for _, t := range fromFiles {
		old, known := c.techniques.Find(t.Name)
		if !known {
			continue // no run can have used it
		}
		if old.Level != t.Level || old.Weight != t.Weight || old.AssumesUnique != t.AssumesUnique {
			return nil, fmt.Errorf("technique %q of the file is not the one that was used: level %s and weight %d, "+
				"in the database %s and %d",
				t.Name, t.Level, t.Weight, old.Level, old.Weight)
		}
		t.Tier, t.AnyTier = old.Tier, false
		m.fromFiles = append(m.fromFiles, t)
	}
	for id, run := range c.runs {
		c.again[id] = !run.EndOnly && !run.Shell && !m.lacks(run)
	}
	return m, nil
}

func (m *replayer) close(ctx context.Context) error {
	var failed []error
	for _, k := range m.engines {
		failed = append(failed, k.close(ctx))
	}
	return errors.Join(failed...)
}

// replay is the verification of a record by making its attempts again, one after the other.
type replay struct {
	*recordCheck               // its attempts are those that are left
	done         int           // the last step that at has
	at           setdoku.State // the puzzle after that step
	lost         bool          // at is not known
	finding      *Finding
	ended        Findings // of the puzzle's end
}

// check makes the attempts of records again. It returns what differs: of each record the first wrong
// step, or else all about its end.
func (m *replayer) check(ctx context.Context, records []*recordCheck) (list Findings, err error) {
	replays := make([]*replay, len(records))
	for i, r := range records {
		replays[i] = &replay{recordCheck: r, at: r.path.Start}
	}
	for {
		waiting := make(map[string][]*replay)
		var keys []string
		for _, c := range replays {
			if m.proceed(c) {
				key := m.key(m.runs[c.attempts[0].Run])
				if waiting[key] == nil {
					keys = append(keys, key)
				}
				waiting[key] = append(waiting[key], c)
			}
		}
		if len(keys) == 0 {
			break
		}
		for _, key := range keys {
			if err := m.replayNext(ctx, key, waiting[key]); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range replays {
		for _, f := range append(c.ended, some(c.finding)...) {
			f.PuzzleID = c.r.PuzzleID
			list = append(list, f)
		}
	}
	return list, nil
}

// proceed goes to the next attempt that can be made again. It reports false when there is none.
func (m *replayer) proceed(c *replay) bool {
	for c.finding == nil && len(c.attempts) > 0 {
		a := c.attempts[0]
		run := m.runs[a.Run]
		m.pass(c, a.FirstStep-1, byHand, true)
		switch {
		case run.EndOnly:
		case !m.again[a.Run]:
			m.pass(c, a.LastStep, noFile, run.Audit == setdoku.AuditFull)
		case c.lost:
			m.pass(c, a.LastStep, unknown, false)
		default:
			return true
		}
		c.attempts = c.attempts[1:]
	}
	if n := c.r.Steps - c.done; c.finding == nil && n > 0 {
		m.count.Left[byHand] += n
		c.done = c.r.Steps
	}
	return false
}

// pass applies the steps up to n without making them again. kept says that their run stored all eliminations.
func (m *replayer) pass(c *replay, n int, why string, kept bool) {
	for ; c.done < n; c.done++ {
		c.at = c.at.After(c.path.Steps[c.done].Deductions)
		c.lost = c.lost || !kept
		m.count.Left[why]++
	}
}

// lacks reports whether a run has techniques of files that were not given.
func (m *replayer) lacks(run record.Run) bool {
	return slices.ContainsFunc(run.Techniques, func(name string) bool {
		t, _ := m.techniques.Find(name)
		_, given := m.fromFiles.Find(name)
		return t.Family == catalogue.UserFamily && !given
	})
}

// key identifies the techniques and options of a run.
func (m *replayer) key(run record.Run) string {
	return fmt.Sprintf("%v %s", run.StopAtFirst, strings.Join(run.Techniques, ","))
}

// replayNext makes the next attempt of some replays again and compares it.
func (m *replayer) replayNext(ctx context.Context, key string, replays []*replay) error {
	run := m.runs[replays[0].attempts[0].Run]
	k, err := m.engine(ctx, key, run)
	if err != nil {
		return err
	}
	states := make([]format.Puzzle, len(replays))
	for i, c := range replays {
		marks := c.at.Candidates()
		states[i].State = c.at.Reached(c.at.Filled(), &marks)
		if c.at.Plain() {
			states[i].State = c.at
		}
	}
	made, err := k.make(ctx, states)
	if err != nil {
		return fmt.Errorf("make %d attempts of run %d again: %w", len(replays), run.ID, err)
	}
	for i, c := range replays {
		m.compare(c, made[i])
	}
	return nil
}

// compare compares an attempt with what was made again, and goes to its end.
func (m *replayer) compare(c *replay, made *record.Puzzle) {
	a := c.attempts[0]
	run := m.runs[a.Run]
	x := comparison{m.checker, c, run, made.Path(catalogue.DecoderFor(c.at.Board())), a.FirstStep - 1}
	for n := a.FirstStep; n <= a.LastStep && c.finding == nil; n++ {
		if c.finding = x.step(n); c.finding == nil {
			m.count.Same++
		}
	}
	if c.finding == nil {
		c.finding = x.continues(a)
	}
	if c.finding == nil {
		c.ended = x.end(a, made)
	}
	if c.done, c.attempts = a.LastStep, c.attempts[1:]; len(c.attempts) == 0 {
		return
	}
	for _, s := range x.made.Steps {
		c.at = c.at.After(s.Deductions)
	}
}
