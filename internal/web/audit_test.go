package web_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/web"
)

// auditDatabase makes a database of puzzles that end in different ways: solved without and with search, with several
// solutions, with none, and stuck.
func auditDatabase(t *testing.T, engine memory.Engine, audit setdoku.Audit) (path string, steps []int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "audit.db")
	ctx := context.Background()
	db, err := database.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(5)
	made := gridtest.Minimal(rng)
	several := made
	for i := range 12 {
		several[i] = 0
	}
	none, err := setdoku.ParseGrid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.2..4..")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		techniques []string
		puzzles    []setdoku.Grid
	}{
		{[]string{"singles", "intersections", "search"}, []setdoku.Grid{made, gridtest.Minimal(rng), several, none}},
		{[]string{"singles", "intersections"},
			[]setdoku.Grid{gridtest.Minimal(rng), gridtest.Minimal(rng), gridtest.Minimal(rng)}},
	} {
		selected, err := all.Select(run.techniques, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := batch.NewBatch(ctx, db, memory.Options{Engine: engine, Techniques: selected, Audit: audit, Jobs: 1},
			record.Run{Version: "test"})
		if err != nil {
			t.Fatal(err)
		}
		var list []format.Puzzle
		for _, givens := range run.puzzles {
			list = append(list, format.Puzzle{State: setdoku.State{Givens: givens}})
		}
		if _, err := b.Solve(ctx, list); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Select(&steps, `SELECT steps FROM puzzle ORDER BY puzzle_id`); err != nil {
		t.Fatal(err)
	}
	return path, steps
}

// TestEveryAuditLevel requests every page and answer about puzzles, from databases with each audit level. The
// pages and answers must say what the run did not store.
func TestEveryAuditLevel(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	for audit, engine := range map[setdoku.Audit]memory.Engine{ // the engines write the same rows
		setdoku.AuditFull: memory.EngineSQL, setdoku.AuditSteps: memory.EngineAuto,
		setdoku.AuditNone: memory.EngineAuto,
	} {
		if audit != setdoku.AuditSteps && !gridtest.Full() {
			continue
		}
		path, steps := auditDatabase(t, engine, audit)
		server := newServer(t, path, web.Options{}).URL
		lost := map[string]bool{}
		ask := func(want, path string, args ...any) {
			t.Helper()
			address := fmt.Sprintf(path, args...)
			status, body := get(t, server+address)
			if !strings.Contains(" "+want+" ", fmt.Sprintf(" %d ", status)) {
				t.Errorf("%s, %s, %s: status %d, want %s\n%.500s", audit, engine, address, status, want, body)
			}
			kind, _, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/")
			lost[kind] = lost[kind] || strings.Contains(body, "The run did not store") ||
				strings.Contains(body, "the run did not store")
		}
		for i, n := range steps {
			for step := range n + 1 {
				if step > gridtest.Size(1, 8) && step < n-1 {
					continue
				}
				ask("200", "/puzzles/%d?step=%d", i+1, step)
				ask("200", "/puzzles/%d/picture.svg?step=%d", i+1, step)
				ask("200", "/api/puzzles/%d?step=%d", i+1, step)
				if step > 0 {
					ask("200 404", "/api/puzzles/%d/steps/%d", i+1, step)
				}
			}
			ask("200", "/api/puzzles/%d/steps", i+1)
			for _, level := range []string{"where", "what", "why"} {
				ask("200 409", "/puzzles/%d?hint=%s", i+1, level)
				ask("200 409", "/api/puzzles/%d/hint?level=%s", i+1, level)
			}
			ask("404", "/api/puzzles/%d/steps/%d", i+1, n+1)
		}
		for _, page := range []string{"/", "/techniques/hidden_single", "/api/puzzles", "/api/puzzles.csv",
			"/api/facets", "/api/techniques/pointing"} {
			ask("200", "%s", page)
		}
		for _, kind := range []string{"puzzles", "api"} {
			if lost[kind] != (audit != setdoku.AuditFull) {
				t.Errorf("%s, %s: /%s say that something was not stored: %v", audit, engine, kind, lost[kind])
			}
		}
	}
}
