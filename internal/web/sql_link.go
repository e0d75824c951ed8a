package web

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// link returns the address of the page about a value of a row: a puzzle, a step, a cell on its board or a technique. It
// returns "" if there is none.
func link(columns []string, row []any, i int) string {
	value := func(name string) string {
		if at := slices.Index(columns, name); at >= 0 && row[at] != nil {
			return fmt.Sprint(row[at])
		}
		return ""
	}
	puzzle := value("puzzle_id")
	if _, err := strconv.ParseInt(puzzle, 10, 64); err != nil {
		puzzle = ""
	}
	here, name := fmt.Sprint(row[i]), columns[i]
	switch {
	case slices.Contains([]string{"technique", "hardest", "rule", "other", "next_technique"}, name):
		if _, known := knownTechnique(here); known {
			return "/techniques/" + url.PathEscape(here)
		}
	case puzzle == "":
	case name == "puzzle_id":
		return "/puzzles/" + puzzle
	case name == "step" || name == "first_step" || name == "last_step":
		return "/puzzles/" + puzzle + "?" + url.Values{"step": {here}}.Encode()
	case name == "cell" || name == "cell_name" || strings.HasSuffix(name, "_cell"):
		q := url.Values{"cell": {cellNumber(here)}}
		if step := value("step"); step != "" {
			q.Set("step", step)
		}
		if q.Get("cell") != "" {
			return "/puzzles/" + puzzle + "?" + q.Encode()
		}
	}
	return ""
}

// cellNumber returns the number of a cell, row * 10 + column, from that number or a name such as r4c7. It returns ""
// for another text.
func cellNumber(text string) string {
	if len(text) == 4 && text[0] == 'r' && text[2] == 'c' {
		text = text[1:2] + text[3:]
	}
	if len(text) != 2 || strings.Trim(text, "123456789") != "" {
		return ""
	}
	return text
}
