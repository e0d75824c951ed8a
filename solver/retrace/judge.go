// Package retrace makes recorded attempts again with another engine, from the same states, and finds the first row of each
// record that differs. It detects errors that a proof of single steps cannot detect: a skipped technique, an incomplete
// step, or a pattern with the wrong technique name.
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

// Choice selects the engine that makes the steps again.
type Choice string

const (
	Other  Choice = "other"  // the engine that did not make them
	SQL    Choice = "sql"    // the statements
	Memory Choice = "memory" // the engine in memory
)

// ParseChoice parses the value of --complete.
func ParseChoice(s string) (Choice, error) {
	switch c := Choice(s); c {
	case Other, SQL, Memory:
		return c, nil
	}
	return "", fmt.Errorf("judge %q, want other, sql or memory", s)
}

// Judge makes attempts again. Close it after use.
type Judge struct {
	checker   *verify.Checker
	choice    Choice
	names     catalogue.Catalogue // all techniques of the database
	fromFiles catalogue.Catalogue // techniques of the files given
	runs      map[int64]setdoku.Run
	db        *store.DB           // temporary, for the batches
	remakers  map[string]*remaker // by engine and selection
	Covered   Covered
}

// New returns a judge for the records that checker accepts. names are the techniques of the database, fromFiles
// those of technique files. It returns an error if the rating of a technique in a file differs from the rating in
// the database.
func New(ctx context.Context, checker *verify.Checker, choice Choice, names, fromFiles catalogue.Catalogue, runs []setdoku.Run) (*Judge, error) {
	j := &Judge{
		checker: checker, choice: choice, names: names, runs: make(map[int64]setdoku.Run),
		remakers: make(map[string]*remaker), Covered: newCovered(),
	}
	for _, r := range runs {
		j.runs[r.ID] = r
	}
	for _, t := range fromFiles {
		old, known := names.Find(t.Name)
		if !known {
			continue // no run can have used it
		}
		if old.Level != t.Level || old.Weight != t.Weight || old.AssumesUnique != t.AssumesUnique {
			return nil, fmt.Errorf("technique %q of the file is not the one that was used: level %s and weight %d, in the database %s and %d",
				t.Name, t.Level, t.Weight, old.Level, old.Weight)
		}
		t.Tier, t.AnyTier = old.Tier, false
		j.fromFiles = append(j.fromFiles, t)
	}
	var err error
	if j.db, err = store.OpenTemp(ctx); err != nil {
		return nil, err
	}
	return j, nil
}

// Close closes the temporary database.
func (j *Judge) Close(ctx context.Context) error {
	var failed []error
	for _, b := range j.remakers {
		failed = append(failed, b.close(ctx))
	}
	return errors.Join(append(failed, j.db.Close())...)
}

// course is a record and the progress of its attempts.
type course struct {
	record   *setdoku.Record
	history  *verify.History
	attempts []setdoku.Attempt // remaining attempts, by step
	next     verify.Stretch    // next stretch of the first attempt
	sure     bool              // all steps so far were compared, except manual steps and steps of a shell
	ended    bool
	finding  *verify.Finding
}

// Check makes the attempts of some records again, in as few batches as possible. More than driver.ChunkSize
// records at once bring no gain. The error is verify.Findings, one for each record that differs.
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
			if err := j.remake(ctx, key, waiting[key]); err != nil {
				return err
			}
		}
	}
	var list verify.Findings
	for _, c := range courses {
		if c.finding != nil {
			c.finding.PuzzleID = c.record.PuzzleID
			list = append(list, c.finding)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// begin returns the course of a record up to its first attempt that can be made again.
func (j *Judge) begin(r *setdoku.Record) *course {
	c := &course{record: r, history: verify.NewHistory(r), sure: true}
	c.attempts = slices.SortedFunc(slices.Values(r.Attempts), func(a, b setdoku.Attempt) int { return cmp.Compare(a.FirstStep, b.FirstStep) })
	j.proceed(c)
	return c
}

// proceed continues to the next attempt that can be made again, or to the end.
func (j *Judge) proceed(c *course) {
	for {
		if len(c.attempts) == 0 {
			j.Covered.pass(byHand, c.record.Steps-c.history.Done())
			j.checker.Skip(c.history, c.record.Steps)
			c.ended = true
			if c.sure {
				c.finding = j.checker.CompareRating(c.history)
			}
			return
		}
		a := c.attempts[0]
		j.Covered.pass(byHand, a.FirstStep-1-c.history.Done())
		j.checker.Skip(c.history, a.FirstStep-1)
		run := j.runs[a.Run]
		absent := j.absent(run)
		_, known := c.history.State()
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

// leave skips the rest of an attempt whose state is unknown, or whose techniques are absent.
func (j *Judge) leave(c *course, known bool) {
	a := c.attempts[0]
	why := unknown
	if known {
		why = noFile
	}
	j.Covered.pass(why, a.LastStep-c.history.Done())
	j.checker.Skip(c.history, a.LastStep)
	c.attempts, c.sure = c.attempts[1:], false
}

// remake makes the next stretch of some courses again and compares it.
func (j *Judge) remake(ctx context.Context, key string, courses []*course) error {
	run := j.runs[courses[0].next.Run]
	b, err := j.remaker(ctx, key, run)
	if err != nil {
		return err
	}
	states := make([]format.Puzzle, len(courses))
	for i, c := range courses {
		s, _ := c.history.State()
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

// compare compares a stretch and continues after it.
func (j *Judge) compare(c *course, made setdoku.Record) {
	run := j.runs[c.next.Run]
	same, f := j.checker.CompareRemade(c.history, c.next, &made)
	j.Covered.add(j.engine(run), same)
	if f != nil {
		c.finding, c.ended = f, true
		return
	}
	if done := c.history.Done(); done >= c.next.First+same { // an absent technique made the last step
		c.sure = c.sure && run.Audit == setdoku.AuditFull
		j.Covered.pass(noFile, 1)
		_, known := c.history.State()
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

// absent returns the user's techniques of a run whose files were not given.
func (j *Judge) absent(run setdoku.Run) map[string]bool {
	var absent map[string]bool
	for _, name := range run.Techniques {
		t, _ := j.names.Find(name)
		if t.Family != catalogue.UserFamily {
			continue
		}
		if _, atHand := j.fromFiles.Find(name); !atHand {
			if absent == nil {
				absent = make(map[string]bool)
			}
			absent[name] = true
		}
	}
	return absent
}

// engine returns the engine that makes the attempts of a run again.
func (j *Judge) engine(run setdoku.Run) driver.Engine {
	switch {
	case j.choice == SQL, j.choice == Other && run.Engine != string(driver.EngineSQL):
		return driver.EngineSQL
	}
	return driver.EngineAuto
}

// key identifies the batch that a course needs.
func (j *Judge) key(c *course) string {
	run := j.runs[c.next.Run]
	return fmt.Sprintf("%s %v %s", j.engine(run), run.StopAtFirst, strings.Join(run.Techniques, ","))
}
