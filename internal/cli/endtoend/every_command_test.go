package endtoend

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"
	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/solutions"
)

// inkala is a puzzle of Arto Inkala, which README shows too. Singles and intersections find little in it.
const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// auditPuzzles returns a puzzle for each way to end: solved by singles and intersections, solved by search, with
// several solutions, and without a solution at the start or after some steps.
func auditPuzzles(t *testing.T) []string {
	t.Helper()
	sample := clitest.SamplePuzzles(t)
	several := sample[2]
	for i := range 18 {
		several[i] = 0
	}
	wrong := sample[1]
	for i, d := range wrong {
		if wrong[i] = d%9 + 1; d != 0 && wrong.Check() == nil {
			break // one given is another digit
		}
		wrong[i] = d
	}
	return []string{
		sample[0].String(), inkala, several.String(), wrong.String(), "12345678.........9" + strings.Repeat(".", 63),
	}
}

// auditDatabase solves auditPuzzles, leaves one more puzzle stuck, and plays a digit in it.
func auditDatabase(t *testing.T, audit string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "audit.db")
	solve := func(puzzles []string, techniques string) {
		args := append([]string{"solve", "--db", path, "--audit", audit, "--technique", techniques}, puzzles...)
		clitest.Call(t.Context(), nil, args...).Must(t, cli.ExitUnsolved)
	}
	solve(auditPuzzles(t), "singles,intersections,search")
	solve([]string{clitest.SamplePuzzles(t)[21].String()}, "singles,intersections")
	db, err := sqlx.Open("sqlite", path)
	gridtest.Must(t, err)
	defer db.Close()
	if _, err := db.Exec(`
		INSERT INTO cell (puzzle_id, cell, digit, rule)
		SELECT puzzle_id, cell, MIN(digit), 'manual' FROM candidate GROUP BY puzzle_id, cell ORDER BY cell LIMIT 1`); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReadEveryAuditLevel calls every command that reads a database on databases of all audit levels. A command may
// fail only when it says what the run did not store. Engines leave the same rows, see internal/testing/agreement, so
// one engine solves.
func TestReadEveryAuditLevel(t *testing.T) {
	t.Parallel()
	for _, audit := range []string{"full", "steps", "none"} {
		t.Run(audit, func(t *testing.T) {
			if audit != "steps" {
				gridtest.Nightly(t, "two hundred commands; another level is in the short part")
			}
			t.Parallel()
			said := readAll(t, auditDatabase(t, audit))
			if lost := strings.Contains(said,
				"The run did not store the pattern (see --audit)."); lost != (audit != "full") {
				t.Errorf("that patterns were not stored is said: %v", lost)
			}
		})
	}
}

// readAll runs the commands that read a database and returns all that they print on standard output.
func readAll(t *testing.T, path string) (said string) {
	t.Helper()
	allowed := []string{
		"no pattern 1, the step has 0", // a search that found several solutions
		"did not store the pattern", "of this step (see --audit)", "did not store what the step did",
		"are unknown, for its run stored no eliminations", "no puzzle has the tag",
		"the run did not store every step",
	}
	run := func(args ...string) {
		r := clitest.Call(context.Background(), nil, append(args, "--db", path)...)
		name := strings.Join(args, " ")
		lines := r.Err()
		for _, line := range lines {
			known := slices.ContainsFunc(allowed, func(text string) bool { return strings.Contains(line, text) })
			if strings.HasPrefix(line, "setdoku: ") && !known {
				t.Errorf("%s: %s", name, line)
			}
		}
		if (r.Code == cli.ExitError) != slices.ContainsFunc(lines,
			func(l string) bool { return strings.HasPrefix(l, "setdoku: ") }) {
			t.Errorf("%s: exit code %d with\n%s", name, r.Code, r.Stderr)
		}
		said += r.Stdout
	}
	for id, steps := range stepsOf(t, path) {
		if id%3 > 0 && !gridtest.Full() {
			continue
		}
		puzzle := fmt.Sprint(id + 1)
		for _, args := range gridtest.Part(2, [][]string{
			{"explain"}, {"explain", "--format", "html"}, {"explain", "--format", "markdown"},
			{"hint"}, {"hint", "--json"}, {"hint", "--level", "where"}, {"hint", "--level", "what"},
			{"show"}, {"show", "--candidates"}, {"show", "--json"}, {"show", "--json", "--candidates"},
			{"show", "--svg", "-"},
			{"history"}, {"history", "--evidence"}, {"history", "--json", "--evidence"},
		}) {
			run(append(args, puzzle)...)
		}
		for _, step := range []int{0, 1, steps} {
			if step < 0 || step > steps {
				continue
			}
			run("show", puzzle, "--at", fmt.Sprint(step), "--candidates")
			run("show", puzzle, "--at", fmt.Sprint(step), "--svg", "-")
			if step > 0 {
				run("show", puzzle, "--step", fmt.Sprint(step), "--svg", "-")
				run("show", puzzle, "--step", fmt.Sprint(step), "--svg", "-", "--pattern", "1")
			}
		}
	}
	for _, args := range gridtest.Part(2, clitest.ReadingCalls(t)) {
		if !slices.Contains(args, "--png") && !slices.Contains(args, "--engine") { // slow
			run(args...)
		}
	}
	return said
}

// stepsOf returns the number of steps of each puzzle.
func stepsOf(t *testing.T, path string) (list []int) {
	t.Helper()
	db, err := sqlx.Open("sqlite", path)
	gridtest.Must(t, err)
	defer db.Close()
	gridtest.Must(t, db.Select(&list, `SELECT steps FROM puzzle ORDER BY puzzle_id`))
	return list
}

// badRowCalls are the arguments of commands that need some, in place of none. ID stands for a damaged puzzle.
var badRowCalls = map[string][]string{
	"explain":  {"ID", "ID --format html --full"},
	"export":   {"", "--format csv", "--format pencil", "--format datasette"},
	"find":     {"--technique naked_pair"},
	"generate": {"--clues 40 --seed 1"},
	"history":  {"ID", "ID --needed"},
	"import":   {clitest.GoodPuzzle},
	"prove":    {"ID -o ."},
	"query":    {"levels"},
	"show":     {"ID", "ID --at 1", "ID --svg picture.svg"},
	"stats":    {"", "--svg chart.svg"},
	"tag":      {"mine --ids 1-999"},
	"verify":   {"--no-replay", "--json"},
}

// badRowsApart are commands without a call here, with the reason.
var badRowsApart = map[string]string{
	"delete":       "it is called at the end",
	"migrate down": "it deletes every table",
	"work":         "it takes no file",
	"serve":        "TestBadRows of package web asks for its pages",
	"play":         "TestBadRows of package web asks for its pages",
}

// badRowCallsFor returns the calls of a command for a puzzle, none if it takes no database or is one of badRowsApart.
func badRowCallsFor(cmd *cobra.Command, id string) (calls [][]string) {
	name := strings.TrimPrefix(cmd.CommandPath(), "setdoku ")
	if cmd.Flag("db") == nil || badRowsApart[name] != "" {
		return nil
	}
	list := badRowCalls[name]
	if list == nil {
		list = []string{""}
		if strings.Contains(cmd.Use, "PUZZLE_ID") {
			list = []string{"ID"}
		}
	}
	for _, words := range list {
		calls = append(calls, strings.Fields(name+" "+strings.ReplaceAll(words, "ID", id)+" --db test.db"))
	}
	return calls
}

// TestBadRows puts wrong values into each column of each table with rows of puzzles and games, and calls every command
// that takes a database. None panics, and what fails names a row.
func TestBadRows(t *testing.T) {
	t.Chdir(t.TempDir())
	damaged := clitest.DamagedDatabase(t, "test.db")
	row := regexp.MustCompile(`[Pp]uzzle \d+|column \w+`)
	call := func(what string, args []string) {
		r := clitest.Call(t.Context(), nil, args...)
		if r.Code != cli.ExitDone && r.Code != cli.ExitUnsolved &&
			(r.Code != cli.ExitError || !row.MatchString(r.Stderr) || strings.Contains(r.Stderr, "Scan error")) {
			t.Errorf("%s: %s: exit code %d\n%.600s", what, args, r.Code, r.Stderr)
		}
	}
	step := gridtest.Size(30, 1) // which rows a command meets differs from command to command
	first := 0
	clitest.EachCommand(t, func(_ *testing.T, cmd *cobra.Command) {
		first++
		var other [][]string
		for i := first % step; i < len(damaged); i += step {
			bad := damaged[i]
			calls := badRowCallsFor(cmd, fmt.Sprint(bad.Puzzle))
			for k, args := range calls {
				if other == nil || !slices.Equal(args, other[k]) { // once if it names no puzzle
					call(bad.What, args)
				}
			}
			other = calls
		}
	})
	for _, bad := range gridtest.Part(20, damaged) {
		call(bad.What, []string{"delete", "--db", "test.db", "--ids", fmt.Sprint(bad.Puzzle)})
	}
}

// TestAddressFlag calls each command that has --db with an empty address and with addresses of other kinds. Each call
// is an error of usage that does not print the password.
func TestAddressFlag(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.Flags().Lookup("db") == nil {
			return
		}
		words := strings.Fields(cmd.CommandPath())[1:]
		for _, address := range []string{"", "mysql://me:secret@host/x", "password=secret"} {
			r := clitest.Call(t.Context(), nil, append(words, "--db", address)...).Must(t, cli.ExitUsage)
			if !strings.Contains(r.Stderr, "--db") || strings.Contains(r.Stdout+r.Stderr, "secret") {
				t.Errorf("--db %q: %s", address, r.Stderr)
			}
		}
	})
	for _, args := range [][]string{{"solve", "postgres://me:secret@127.0.0.1:1/x"}, {"mysql://me:secret@host/x"},
		{"stats", "password=secret"}} {
		r := clitest.Call(t.Context(), nil, args...)
		if r.Code == cli.ExitDone || strings.Contains(r.Stdout+r.Stderr, "secret") {
			t.Errorf("%q: code %d: %s", args, r.Code, r.Stderr)
		}
	}
}

// silent are the commands that need not say that solutions were not counted, and why. All others that take a puzzle or
// a database do.
var silent = map[string]string{
	"convert": "it solves nothing", "import": "it solves nothing", "export": "it solves nothing",
	"delete": "it solves nothing", "tag": "it solves nothing", "query": "it prints rows",
	"stats": "it counts statuses", "needed": "it looks at solved puzzles",
	"verify": "nothing is claimed, so there is nothing to prove",
	"same":   "it takes only classic puzzles", "techniques check": "it makes its own puzzles",
	"migrate status": "it looks at the schema", "migrate up": "it looks at the schema",
	"migrate down": "it looks at the schema", "serve": "see TestNotCounted in internal/web", "work": "it needs a server",
	"play": "it takes no puzzle", "generate": "it makes its own puzzles",
}

// TestNotCounted gives each command that takes puzzles an empty board on which no search for solutions ends, as input
// and from a database. The command says that the solutions were not counted, and claims nothing about them. Commands
// with a code for a puzzle that is not solved end with that one. In a list, the other puzzles are done.
func TestNotCounted(t *testing.T) {
	t.Parallel()
	ctx := solutions.Remember(t.Context())
	odd := "x+anti-knight+anti-king " + strings.Repeat(".", 81)
	puzzles := clitest.SamplePuzzles(t)
	list := puzzles[0].String() + "\n" + odd + "\n" + puzzles[1].String() + "\n"
	dir := t.TempDir()
	db := filepath.Join(dir, "odd.db")
	solved := clitest.Call(ctx, strings.NewReader(list), "solve", "-", "--db", db, "--jobs", "1")
	rows := clitest.QueryRows(t, clitest.OpenRaw(t, db), "SELECT status FROM puzzle ORDER BY puzzle_id")
	if got := fmt.Sprint(rows); strings.Count(got, "solved") != 2 || strings.Count(got, "stuck") != 1 {
		t.Errorf("saved: %s", got)
	}
	if gridtest.Full() {
		r := clitest.Call(ctx, strings.NewReader(odd), "solve", "-", "--engine", "sql", "--technique", "search")
		if r.Code != cli.ExitUnsolved || !strings.HasPrefix(r.Stdout, "1 stuck") || !strings.Contains(r.Stderr, "gave up") {
			t.Errorf("engine sql: exit code %d\n%s%s", r.Code, r.Stdout, r.Stderr)
		}
	}
	more := map[string][]string{"find": {"--technique", "uniqueness"}, "prove": {"--output", dir}}
	lines := map[string]string{ // patterns of the lines of a list
		"solve": `(?m)^1 solved .*\n2 stuck .*\n3 solved `, "rate": `(?m)^1 solved .*\n2 stuck .*\n3 solved `,
		"count": `^1\n\?\n1\n$`,
	}
	counted := regexp.MustCompile(`not counted: the search gave up.* more givens|not known that .* exactly one solution`)
	claims := regexp.MustCompile(`(?i)\d solved|is solved|has (one|no|several|more)|does not have|unique\b`)
	called := 0
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		name, takes := cli.CommandName(cmd), [][]string{}
		words := strings.Fields(cmd.CommandPath())[1:]
		if strings.Contains(cmd.Use, "|-") || !cmd.HasParent() {
			takes = append(takes, []string{"-"})
		}
		if strings.Contains(cmd.Use, "PUZZLE_ID") {
			takes = append(takes, []string{"2", "--db", db})
		}
		if silent[name] != "" {
			takes = nil
		} else if len(takes) == 0 && (cmd.Flag("db") != nil || strings.Contains(cmd.Use, "FILE")) {
			t.Fatal("it may show puzzles, and this test knows no call of it")
		}
		called++
		if len(takes) > 1 && !gridtest.Full() {
			takes = takes[called%2:][:1]
		}
		for _, take := range takes {
			input := odd
			if take[0] == "-" && lines[name] != "" {
				input = list
			}
			r := solved
			if name != "solve" {
				r = clitest.Call(ctx, strings.NewReader(input), slices.Concat(words, take, more[name])...)
			}
			code := cli.ExitUnsolved
			if slices.Contains([]string{"show", "history", "find"}, name) {
				code = cli.ExitDone
			}
			said := strings.Join(strings.Fields(r.Stdout+r.Stderr), " ")
			if r.Code != code || !regexp.MustCompile(lines[name]).MatchString(r.Stdout) ||
				!counted.MatchString(said) || input == odd && claims.MatchString(said) {
				t.Errorf("%v: exit code %d, want %d\n%s%s", take, r.Code, code, r.Stdout, r.Stderr)
			}
		}
	})
}
