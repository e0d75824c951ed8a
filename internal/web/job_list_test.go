package web

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// newTestJobs returns a list whose jobs write to a new database.
func newTestJobs(t *testing.T) (*jobList, *store.DB) {
	t.Helper()
	db, err := store.Create(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	gridtest.Must(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return newJobs(db, jobOptions{Version: "test", Log: slog.New(slog.DiscardHandler)}), db
}

// jobPuzzles makes isomorphs of one puzzle.
func jobPuzzles(n int) (list []format.Puzzle) {
	rng := gridtest.New(8)
	hard := gridtest.Minimal(rng)
	for i := range n {
		p := format.Puzzle{File: "test", Line: i + 1}
		p.State.Givens = gridtest.Random(rng).Digits(hard)
		list = append(list, p)
	}
	return list
}

// followJob looks at a job until a condition holds, as a page that follows it does.
func followJob(t *testing.T, j *job, holds func(jobProgress) bool) jobProgress {
	t.Helper()
	for {
		p, news := j.Look()
		if holds(p) {
			return p
		}
		<-news
	}
}

func jobHasEnded(p jobProgress) bool { return p.Ended }

func TestListKeepsItsJobs(t *testing.T) {
	l, db := newTestJobs(t)
	defer l.Close()
	first, err := l.Start(jobInput{Puzzles: slices.Values(jobPuzzles(3)), Total: 3, Name: "first", Bad: 1,
		Errors: []string{"line 4"}})
	gridtest.Must(t, err)
	p := followJob(t, first, jobHasEnded)
	if p.State != Ended || p.Done != 3 || p.Added != 3 || p.Statuses["solved"] != 3 || len(p.Results) != 3 ||
		p.First != 1 || p.Last != 3 || p.Bad != 1 {
		t.Errorf("the first job ended as %+v", p)
	}
	second, err := l.Start(jobInput{Puzzles: slices.Values(jobPuzzles(1)), Total: 1, Name: "second"})
	gridtest.Must(t, err)
	if p := followJob(t, second, jobHasEnded); !p.Single() || p.First != 1 {
		t.Errorf("the second job ended as %+v", p)
	}
	all := l.All()
	if len(all) != 2 || all[0].Name != "second" || all[1].Name != "first" {
		t.Errorf("the list is %+v", all)
	}
	if found, err := l.Find(p.ID); err != nil || found != first {
		t.Errorf("found %v, %v", found, err)
	}
	if _, err := l.Find("unknown"); !errors.Is(err, errNoJob) {
		t.Errorf("an unknown id: %v", err)
	}
	past, err := findPastJob(t.Context(), db, p.ID)
	if err != nil || past.Name != "first" || past.Puzzles != 3 || past.Solved != 3 || past.Wrote == "" {
		t.Errorf("in the database it is %+v, %v", past, err)
	}
	for _, id := range []string{"unknown", "%", all[0].ID} { // the second job found its puzzle solved, so it has no run
		if _, err := findPastJob(t.Context(), db, id); !errors.Is(err, errNoJob) {
			t.Errorf("%s in the database: %v", id, err)
		}
	}
}

// TestClosedListLosesNoPuzzle closes a list while one job solves and another waits.
func TestClosedListLosesNoPuzzle(t *testing.T) {
	l, db := newTestJobs(t)
	all := jobPuzzles(1500)
	solving, err := l.Start(jobInput{Puzzles: slices.Values(all[:1200]), Total: 1200})
	gridtest.Must(t, err)
	followJob(t, solving, func(p jobProgress) bool { return p.Done > 0 })
	waiting, err := l.Start(jobInput{Puzzles: slices.Values(all[1200:]), Total: 300})
	gridtest.Must(t, err)
	followJob(t, waiting, func(p jobProgress) bool { return p.State != Adding })
	l.Close()
	p, _ := solving.Look()
	q, _ := waiting.Look()
	if p.State != Stopped && p.State != Ended || !q.Ended {
		t.Errorf("closed, they are %s and %s", p.State, q.State)
	}
	var counts struct {
		Total  int `db:"total"`
		Solved int `db:"solved"`
	}
	err = db.GetContext(context.Background(), &counts,
		`SELECT COUNT(*) AS total, SUM(CASE WHEN status = 'solved' THEN 1 ELSE 0 END) AS solved FROM puzzle`)
	if err != nil || counts.Total != len(all) || counts.Solved != p.Done+q.Done {
		t.Errorf("%+v of %d, %d and %d were reported, %v", counts, len(all), p.Done, q.Done, err)
	}
	if _, err := l.Start(jobInput{Puzzles: slices.Values(all[:1]), Total: 1}); !errors.Is(err, ErrClosed) {
		t.Errorf("a job after the end: %v", err)
	}
}
