package web

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
)

//go:embed templates assets openapi.json
var files embed.FS

// functions are the functions of the templates.
var functions = template.FuncMap{
	"thousands": thousands,
	"counted":   counted,
	"query":     func(statement string) string { return "/sql?q=" + url.QueryEscape(statement) },
	"add":       func(a, b int) int { return a + b },
	"before":    func(n int) int { return max(0, n-1) },
	"least":     func(a, b int) int { return min(a, b) },
	"words":     func(name string) string { return strings.ReplaceAll(name, "_", " ") },
	"title":     techniqueTitle,
	"rule":      ruleTitle,
	"depth":     depthWords,
	"idea":      techniqueIdea,
	"zeros":     func(cells string) string { return strings.ReplaceAll(cells, ".", "0") },
	"levels":    catalogue.LevelNames,
	"needs":     levelNeeds,
	"digits":    digits,
	"variants":  variantsToPlay,
	"place":     SpokenPlace,
	"spoken":    Spoken,
	"share":     func(n, of int) string { return strconv.FormatFloat(100*float64(n)/float64(max(of, 1)), 'f', 2, 64) },
	"link":      link,
	"json":      func(v any) (string, error) { b, err := json.Marshal(v); return string(b), err },
	"shown":     shownValue,
}

// digits returns the digits of a board, nil for classic.
func digits(v *setdoku.Variant) []int {
	return []int{1, 2, 3, 4, 5, 6, 7, 8, 9}[:v.OrClassic().Size]
}

// depthWords explains a trial depth.
func depthWords(depth *int) string {
	switch *depth {
	case 0:
		return "0 (singles are enough)"
	case 1:
		return "1 (singles are enough if candidates are tried one at a time)"
	}
	return fmt.Sprintf("%d (candidates are tried inside of others, %[1]d deep)", *depth)
}

// thousands writes a number with commas.
func thousands(n int) string { return humanize.Comma(int64(n)) }

// counted returns a number and its noun, such as "1 step" or "1,234 steps".
func counted(n int, noun string) string { return thousands(n) + " " + format.Noun(n, noun) }

// puzzleID reads the id of a puzzle from the path.
func puzzleID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, problemf(http.StatusNotFound, "puzzle %q, want a number from 1", r.PathValue("id"))
	}
	return id, nil
}
