package web

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"

	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// pastJob is the record in the database of a job that an earlier server started.
type pastJob struct {
	RunID   int64
	Began   string // RFC 3339
	Wrote   string // when it last wrote results
	Name    string // source of its puzzles
	Puzzles int    // jobPuzzles of the job
	Solved  int    // jobPuzzles that the run worked on last
}

// idText matches the ids of jobs.
var idText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z2-7]{26}$`) })

// findPastJob looks for the run of a job. It returns errNoJob if the database has none; a job of puzzles that were
// solved before has no run.
func findPastJob(ctx context.Context, db *store.DB, id string) (*pastJob, error) {
	if !idText().MatchString(id) {
		return nil, errNoJob
	}
	var row struct {
		RunID      int64  `db:"run_id"`
		StartedAt  string `db:"started_at"`
		FinishedAt string `db:"finished_at"`
		Options    string `db:"options"`
	}
	err := db.GetContext(ctx, &row, sqlfiles.Page("run_of_job", ""), `%"job":"`+id+`"%`)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoJob
	}
	if err != nil {
		return nil, store.Explain(err)
	}
	var note struct {
		Name    string `json:"name"`
		Puzzles int    `json:"puzzles"`
	}
	if err := json.Unmarshal([]byte(row.Options), &note); err != nil {
		return nil, fmt.Errorf("options of run %d: %w", row.RunID, err)
	}
	p := &pastJob{RunID: row.RunID, Began: row.StartedAt, Wrote: row.FinishedAt, Name: note.Name, Puzzles: note.Puzzles}
	err = db.GetContext(ctx, &p.Solved, sqlfiles.Page("solved_by_run", ""), row.RunID)
	return p, store.Explain(err)
}
