package datasette

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/canned"
)

func TestNew(t *testing.T) {
	queries, err := canned.List()
	if err != nil {
		t.Fatal(err)
	}
	m := New("sudoku", []Comment{
		{Table: "puzzle", Comment: "Puzzles."}, {Table: "puzzle", Column: "givens", Comment: "81 characters."}, {Table: "peer", Comment: "Reference. Peers."},
	}, queries)
	db := m.Databases["sudoku"]
	want := map[string]*Table{
		"puzzle": {Description: "Puzzles.", Columns: map[string]string{"givens": "81 characters."}},
		"peer":   {Description: "Reference. Peers.", Columns: map[string]string{}, Hidden: true},
	}
	if diff := cmp.Diff(want, db.Tables); diff != "" || len(m.Databases) != 1 {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	for _, q := range queries {
		got := db.Queries[q.Name]
		if got.Title != q.Title || got.SQL == "" || len(got.Params) != len(q.Parameters) {
			t.Errorf("query %s: %+v", q.Name, got)
		}
	}
	if len(db.Queries) != len(queries) || len(queries) == 0 {
		t.Errorf("%d queries, want %d", len(db.Queries), len(queries))
	}
}
