package web_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestBadRows puts a wrong number into each integer column of each table of puzzles and asks for every page of these
// puzzles. Each answers: with the page, or with what is wrong.
func TestBadRows(t *testing.T) {
	path := newDatabase(t, 100)
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := dbtest.Damage(t, db, 909)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	server := newServer(t, path, web.Options{})
	for _, id := range gridtest.Part(3, slices.Sorted(maps.Keys(damaged))) {
		for _, page := range []string{"/puzzles/ID", "/puzzles/ID?step=2", "/puzzles/ID/finds", "/puzzles/ID/picture.svg?step=1",
			"/puzzles/ID/proof.lrat", "/puzzles/ID/solutions", "/api/puzzles/ID", "/api/puzzles/ID/steps",
			"/api/puzzles/ID/steps/1", "/api/puzzles/ID/finds", "/api/puzzles/ID/hint"} {
			page = strings.ReplaceAll(page, "ID", fmt.Sprint(id))
			if status, body := get(t, server.URL+page); status == http.StatusInternalServerError {
				t.Errorf("%s: %s: status %d\n%.300s", damaged[id], page, status, body)
			}
		}
	}
	for _, page := range []string{"/puzzles", "/api/puzzles", "/api/puzzles.csv", "/"} {
		if status, _ := get(t, server.URL+page); status != http.StatusOK {
			t.Errorf("%s: status %d", page, status)
		}
	}
}
