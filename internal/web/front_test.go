package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/web"
)

// TestFrontPage compares the page at / of play and of serve: the games and the collection. The navigation is the same.
func TestFrontPage(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, 4)
	navigation := func(page string) string {
		bar := regexp.MustCompile(`(?s)<nav aria-label="Main">.*?</nav>`).FindString(page)
		return strings.ReplaceAll(bar, ` aria-current="true"`, "")
	}
	var bars []string
	for _, tt := range []struct {
		games        bool
		same, marked string
	}{{false, "/puzzles", `"/puzzles" aria-current="true"`}, {true, "/games", `"/games" aria-current="true"`}} {
		server := newServer(t, database, web.Options{Games: tt.games}).URL
		front := fetch(t, server+"/", http.StatusOK)
		if front != fetch(t, server+tt.same, http.StatusOK) || !strings.Contains(front, tt.marked) {
			t.Errorf("games %v: / is not the page %s with %s", tt.games, tt.same, tt.marked)
		}
		bars = append(bars, navigation(front), navigation(fetch(t, server+"/sql", http.StatusOK)))
	}
	for _, bar := range bars {
		if bar == "" || bar != bars[0] {
			t.Errorf("the navigation is %s and %s", bars[0], bar)
		}
	}
}

// TestBoardsOfNewGames asks for the levels of each board: a button for each, with a line, which cannot be pressed where
// no puzzle is known.
func TestBoardsOfNewGames(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	button := regexp.MustCompile(`<button name="level" value="(\w+)"( disabled)?>.*?<span>[A-Z][^<]*\.</span></button>`)
	for variant, most := range map[string]string{"": "extreme", "x": "extreme", "4x4": "easy", "6x6": "unfair",
		"jigsaw": "extreme"} {
		page := fetch(t, server+"/games?variant="+variant, http.StatusOK)
		var open string
		levels := button.FindAllStringSubmatch(page, -1)
		for _, m := range levels {
			if m[2] == "" {
				open = m[1]
			}
		}
		if len(levels) != len(setdoku.Levels()) || open != most {
			t.Errorf("variant %q: %d levels, the hardest is %s, want %s", variant, len(levels), open, most)
		}
		if variant != "" && !strings.Contains(page, `name="variant" value="`+variant+`"`) {
			t.Errorf("the form does not name %s", variant)
		}
		for _, rule := range []string{"Both diagonals", "knight&#39;s move", "four shaded windows",
			"digits are 1 to 6", "Regions of any form"} {
			if !strings.Contains(page, rule) {
				t.Errorf("variant %q: no rule of %s", variant, rule)
			}
		}
	}
	if page := fetch(t, server+"/games?variant=hyper", http.StatusBadRequest); !strings.Contains(page,
		"No board is named") {
		t.Errorf("an unknown variant: %s", page)
	}
}
