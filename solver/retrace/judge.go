// Package retrace makes recorded attempts again with another engine, from the states that they began with, and
// finds the first row that is not the same. So it sees what a proof of single steps cannot: that
// a technique was passed over, that a pass left something out, that a pattern goes by the wrong name.
package retrace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/verify"
	"setdoku/store"
)

// Choice says which engine makes the steps again.
type Choice string

const (
	Other  Choice = "other"  // the one that did not make them
	SQL    Choice = "sql"    // the statements
	Memory Choice = "memory" // on bitmasks in memory
)

// ParseChoice reads what --complete takes.
func ParseChoice(s string) (Choice, error) {
	switch c := Choice(s); c {
	case Other, SQL, Memory:
		return c, nil
	}
	return "", fmt.Errorf("judge %q, want other, sql or memory", s)
}

// Judge makes attempts again. Close must be called in the end.
type Judge struct {
	checker  *verify.Checker
	choice   Choice
	names    catalogue.Catalogue // all that the database judged knows by name
	own      catalogue.Catalogue // techniques whose files are at hand
	runs     map[int64]setdoku.Run
	db       *store.DB           // temporary; the batches work there
	remakers map[string]*remaker // by engine and selection
	Covered  Covered
}

// New returns a judge for the records that checker accepts. names are the techniques that the database knows, own those
// of technique files, whose rating must be the one that the database has. The error says which differs.
func New(ctx context.Context, checker *verify.Checker, choice Choice, names, own catalogue.Catalogue, runs []setdoku.Run) (*Judge, error) {
	j := &Judge{
		checker: checker, choice: choice, names: names, runs: make(map[int64]setdoku.Run),
		remakers: make(map[string]*remaker), Covered: newCovered(),
	}
	for _, r := range runs {
		j.runs[r.ID] = r
	}
	for _, t := range own {
		old, known := names.Find(t.Name)
		if !known {
			continue // no run can have used it
		}
		if old.Level != t.Level || old.Weight != t.Weight || old.AssumesUnique != t.AssumesUnique {
			return nil, fmt.Errorf("technique %q of the file is not the one that was used: level %s and weight %d, in the database %s and %d",
				t.Name, t.Level, t.Weight, old.Level, old.Weight)
		}
		t.Tier, t.AnyTier = old.Tier, false
		j.own = append(j.own, t)
	}
	var err error
	if j.db, err = store.OpenTemp(ctx); err != nil {
		return nil, err
	}
	return j, nil
}

// Close gives the temporary database back.
func (j *Judge) Close(ctx context.Context) error {
	var failed []error
	for _, b := range j.remakers {
		failed = append(failed, b.close(ctx))
	}
	return errors.Join(append(failed, j.db.Close())...)
}

// course is a record on its way through its attempts.
type course struct {
	record   *setdoku.Record
	story    *verify.Story
	attempts []setdoku.Attempt // by step, those that are not judged yet
	next     verify.Stretch    // of the first of them
	sure     bool              // all steps so far were compared, but for those by hand and by a shell
	ended    bool
	finding  *verify.Finding
}

// Check makes the attempts of some records again, at most driver.ChunkSize make sense, all that can be made at once together.
// The error is a *verify.Finding for the first record that is not the same.
func (j *Judge) Check(ctx context.Context, records []setdoku.Record) error {
	courses := make([]*course, len(records))
	for i := range records {
		courses[i] = j.begin(&records[i])
	}
	for {
		waiting := make(map[string][]*course)
		for _, c := range courses {
			if !c.ended {
				waiting[j.key(c)] = append(waiting[j.key(c)], c)
			}
		}
		if len(waiting) == 0 {
			break
		}
		for _, key := range slices.Sorted(maps.Keys(waiting)) {
			if err := j.again(ctx, key, waiting[key]); err != nil {
				return err
			}
		}
	}
	for _, c := range courses {
		if c.finding != nil {
			c.finding.PuzzleID = c.record.PuzzleID
			return c.finding
		}
	}
	return nil
}

// begin returns the course of a record up to its first attempt that can be judged.
func (j *Judge) begin(r *setdoku.Record) *course {
	c := &course{record: r, story: verify.NewStory(r), sure: true}
	c.attempts = slices.SortedFunc(slices.Values(r.Attempts), func(a, b setdoku.Attempt) int { return cmp.Compare(a.FirstStep, b.FirstStep) })
	j.proceed(c)
	return c
}

// proceed goes on to the next attempt that can be judged, or to the end.
func (j *Judge) proceed(c *course) {
	for {
		if len(c.attempts) == 0 {
			j.Covered.pass(byHand, c.record.Steps-c.story.Done())
			j.checker.Pass(c.story, c.record.Steps)
			c.ended = true
			if c.sure {
				c.finding = j.checker.Total(c.story)
			}
			return
		}
		a := c.attempts[0]
		j.Covered.pass(byHand, a.FirstStep-1-c.story.Done())
		j.checker.Pass(c.story, a.FirstStep-1)
		run := j.runs[a.Run]
		absent := j.absent(run)
		_, known := c.story.State()
		if run.EndOnly {
			c.attempts = c.attempts[1:]
			continue
		}
		atHand := len(absent) == 0 || len(absent) < len(run.Techniques) && run.Audit != setdoku.AuditNone
		if known && atHand {
			c.next = verify.Stretch{First: a.FirstStep, Last: a.LastStep, Run: a.Run, Absent: absent}
			return
		}
		j.leave(c, known)
	}
}

// leave gives up the rest of an attempt, of which the state is not known, or what its absent techniques did.
func (j *Judge) leave(c *course, known bool) {
	a := c.attempts[0]
	why := unknown
	if known {
		why = noFile
	}
	j.Covered.pass(why, a.LastStep-c.story.Done())
	j.checker.Pass(c.story, a.LastStep)
	c.attempts, c.sure = c.attempts[1:], false
}

// again makes the next stretch of some courses again, and compares.
func (j *Judge) again(ctx context.Context, key string, courses []*course) error {
	run := j.runs[courses[0].next.Run]
	b, err := j.remaker(ctx, key, run)
	if err != nil {
		return err
	}
	states := make([]format.Puzzle, len(courses))
	for i, c := range courses {
		s, _ := c.story.State()
		states[i].State = setdoku.Reached(s.Givens, s.Filled(), marks(s))
	}
	made, err := b.make(ctx, states, courses[0].record.StoredEvidence)
	if err != nil {
		return fmt.Errorf("make %d attempts of run %d again: %w", len(courses), run.ID, err)
	}
	for i, c := range courses {
		j.compare(c, made[i])
	}
	return nil
}

func marks(s setdoku.State) *[setdoku.CellCount]setdoku.DigitSet {
	m := s.Candidates()
	return &m
}

// compare compares a stretch and goes on behind it.
func (j *Judge) compare(c *course, made setdoku.Record) {
	run := j.runs[c.next.Run]
	same, f := j.checker.Again(c.story, c.next, &made)
	j.Covered.add(j.engine(run), same)
	if f != nil {
		c.finding, c.ended = f, true
		return
	}
	if done := c.story.Done(); done >= c.next.First+same { // the last step is one of an absent technique
		c.sure = c.sure && run.Audit == setdoku.AuditFull
		j.Covered.pass(noFile, 1)
		_, known := c.story.State()
		if stopped := run.StopAtFirst; !stopped && known {
			c.next.First = done + 1
			return
		}
		if !known {
			j.leave(c, true)
			j.proceed(c)
			return
		}
	}
	c.attempts = c.attempts[1:]
	j.proceed(c)
}

// absent returns the techniques of a run that are a user's own and not at hand.
func (j *Judge) absent(run setdoku.Run) map[string]bool {
	var absent map[string]bool
	for _, name := range run.Techniques {
		t, _ := j.names.Find(name)
		if t.Family != catalogue.UserFamily {
			continue
		}
		if _, atHand := j.own.Find(name); !atHand {
			if absent == nil {
				absent = make(map[string]bool)
			}
			absent[name] = true
		}
	}
	return absent
}

// engine returns what makes the attempts of a run again.
func (j *Judge) engine(run setdoku.Run) driver.Engine {
	switch {
	case j.choice == SQL, j.choice == Other && run.Engine != string(driver.EngineSQL):
		return driver.EngineSQL
	}
	return driver.EngineAuto
}

// key tells the batches apart.
func (j *Judge) key(c *course) string {
	run := j.runs[c.next.Run]
	return fmt.Sprintf("%s %v %s", j.engine(run), run.StopAtFirst, strings.Join(run.Techniques, ","))
}
