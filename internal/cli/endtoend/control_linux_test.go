package endtoend

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// TestControlCharacters gives each command texts of users with control characters: in each column that holds one, in
// arguments and in a technique file. A terminal gets only the colors of the program, and none with NO_COLOR.
func TestControlCharacters(t *testing.T) {
	t.Chdir(t.TempDir())
	const bad = dbtest.BadText
	gridtest.Must(t, os.WriteFile("own.sql", []byte(strings.Replace(rowHeader, "-- @key", "-- @words "+bad+
		"\n-- @key", 1)+"'own', 0, 12, 1, 17 FROM pass AS p WHERE p.technique = 'own';\n"), 0o666))
	gridtest.Must(t, os.WriteFile("bad.txt", []byte(clitest.GoodPuzzle+"\n"+bad+rowPuzzle[1:]+"\n"), 0o666))
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "test.db")
	db, err := store.Create(t.Context(), "test.db")
	gridtest.Must(t, err)
	for _, statement := range []string{
		"UPDATE puzzle SET name = ?, source = name", "UPDATE puzzle SET source = ?",
		"UPDATE run SET version = ?", "INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (1, ?)",
		"UPDATE step SET made_at = '2026-01-02 03:04:05', made_by = ? WHERE step = 1",
	} {
		dbtest.Unchecked(t, db, statement, bad)
	}
	gridtest.Must(t, db.Close())
	calls := [][]string{
		{bad}, {"--" + bad}, {"solve", "bad.txt"}, {"rate", "bad.txt"}, {"solve", bad}, {"count", "--limit", bad, "x"},
		{"convert", "bad.txt", "--format", "csv"}, {"same", bad, clitest.GoodPuzzle}, {"help", bad},
		{"query", "--db", "test.db", "SELECT name, source AS '" + bad + "' FROM puzzle"},
		{"query", "--db", "test.db", "--format", "csv", "SELECT name FROM puzzle"},
		{"query", "--db", "test.db", "SELECT '" + bad}, {"stats", bad},
		{"find", rowPuzzle, "--technique-file", "own.sql"}, {"explain", rowPuzzle, "--technique-file", "own.sql"},
		{"techniques", "--technique-file", "own.sql", "own"}, {"techniques", "--sql", "own", "--technique-file", "own.sql"},
		{"export", "--db", "test.db", "--tag", bad, "--format", "opensudoku"},
		{"stats", "--db", "test.db", "--tag", bad}, {"tag", bad, "--db", "test.db", "--ids", "1"},
		{"import", rowPuzzle, "--source", bad, "--db", "test.db"},
	}
	texts := len(calls)
	clitest.EachCommand(t, func(_ *testing.T, cmd *cobra.Command) {
		calls = append(calls, badRowCallsFor(cmd, "1")...)
	})
	color := regexp.MustCompile(`\x1b\[[0-9;]*m`)
	for _, noColor := range []string{"", "1"} {
		t.Setenv("NO_COLOR", noColor)
		shown := 0
		if noColor != "" {
			calls = calls[:gridtest.Size(texts, len(calls))]
		}
		for _, args := range calls {
			terminal, end := clitest.OpenTerminal(t)
			cli.Run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: terminal, Err: terminal})
			screen := end()
			if strings.Contains(screen, `\x1b]0;title`) {
				shown++
			}
			if noColor == "" {
				screen = color.ReplaceAllString(screen, "")
			}
			if at := strings.IndexFunc(screen, func(r rune) bool {
				return unicode.IsControl(r) && !strings.ContainsRune("\r\n\t", r)
			}); at >= 0 {
				t.Errorf("NO_COLOR=%s: %.200q: %.80q", noColor, args, screen[max(0, at-20):])
			}
		}
		if shown < 12 {
			t.Errorf("NO_COLOR=%s: %d calls show the text", noColor, shown)
		}
	}
}
