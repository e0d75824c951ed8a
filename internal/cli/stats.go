package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/store"
)

// statsFlags are the flags of stats.
type statsFlags struct {
	db, tag, svg string
	json         bool
}

func init() { register((*app).statsCommand) }

func (a *app) statsCommand() *cobra.Command {
	var f statsFlags
	cmd := &cobra.Command{
		Use:         "stats [--db] FILE",
		Short:       "Sum up a database: statuses, levels, scores, techniques and clues",
		GroupID:     groupLook,
		Annotations: next("setdoku query --list --db {db}  # named queries"),
		Long: `Sum up the puzzles of a database, or those with a tag: how many there are of each status and level, the
range of their scores, how much each technique was used, and how many clues they have. A clue is a
given. Steps, placements and eliminations are known for puzzles that were solved with --audit steps or full.

--svg also draws the numbers as a picture for light and dark pages. With - only the picture goes to
standard output.`,
		Example: `  setdoku stats --db sudoku.db
  setdoku stats --db sudoku.db --tag weekly --svg weekly.svg`,
		Args: databaseArg(&f.db),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &f.db); err != nil {
				return err
			}
			if f.json && f.svg == "-" {
				return usageErrorf("stats: --json and --svg - both write to standard output")
			}
			return a.stats(cmd.Context(), f)
		},
	}
	dbFlag(cmd, &f.db)
	cmd.Flags().StringVar(&f.tag, "tag", "", "only puzzles with the tag `NAME`")
	cmd.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
	cmd.Flags().StringVar(&f.svg, "svg", "", "draw the numbers into `FILE`")
	return cmd
}

func (a *app) stats(ctx context.Context, f statsFlags) error {
	var st store.Stats
	err := read(ctx, f.db, func(s *store.Snapshot) (err error) {
		if err = checkTag(ctx, s, f.tag); err == nil {
			st, err = store.ReadStats(ctx, s, f.tag)
		}
		return err
	})
	if err != nil {
		return err
	}
	if f.svg != "" {
		var image bytes.Buffer
		if err := drawCharts(&image, charts(st)); err != nil {
			return err
		}
		if err := a.writeWhole(ctx, f.svg, f.db, image.Bytes()); err != nil || f.svg == "-" {
			return err
		}
	}
	if f.json {
		return jsonLines(a.Out).Encode(st)
	}
	out := &sink{Writer: a.Out}
	printStats(out, terminalWidth(a.Out), st)
	return out.Err
}

// statsTable is a table of stats. Its last column has a bar for each row.
type statsTable struct {
	columns []string
	spare   []string // columns that a narrow terminal does without
	rows    []table.Row
	bars    []chartBar
}

// text returns the table in at most width columns, if it can be; 0 means any number. A narrow table has shorter
// bars, then not its spare columns, and last no bars.
func (t *statsTable) text(width int) string {
	const longest, shortest = 24, 8
	for bar := longest; bar > shortest; bar -= 4 {
		if text, fits := t.draw(width, bar, nil); fits {
			return text
		}
	}
	if text, fits := t.draw(width, shortest, t.spare); fits {
		return text
	}
	text, _ := t.draw(width, 0, t.spare)
	return text
}

// draw returns the table with bars of a greatest length and without some columns. It reports whether width columns are
// enough.
func (t *statsTable) draw(width, bar int, without []string) (text string, fits bool) {
	var b strings.Builder
	var names []string
	for _, name := range t.columns {
		if !slices.Contains(without, name) {
			names = append(names, name)
		}
	}
	if bar > 0 {
		names = append(names, "")
	}
	most := 0
	for _, k := range t.bars {
		most = max(most, k.Value)
	}
	out := newTable(&b, names...)
	for i, row := range t.rows {
		var kept table.Row
		for k, name := range t.columns {
			if !slices.Contains(without, name) {
				kept = append(kept, row[k])
			}
		}
		if bar > 0 {
			kept = append(kept, barText(t.bars[i].Value, most, bar))
		}
		out.AppendRow(kept)
	}
	out.Render()
	text = b.String()
	line, _, _ := strings.Cut(text, "\n")
	return text, width == 0 || utf8.RuneCountInString(line) <= width
}

// printStats prints the tables in at most width columns, if they can be; 0 means any number.
func printStats(out io.Writer, width int, st store.Stats) {
	fmt.Fprintln(out, format.Plural(st.Puzzles, "puzzle"))
	if st.Puzzles == 0 {
		return
	}
	all := charts(st)
	tables := []statsTable{
		{columns: []string{"status", "puzzles"}},
		{columns: []string{"level", "least score", "mean", "greatest", "puzzles"}},
		{columns: []string{"score", "puzzles"}},
		{columns: []string{"technique", "level", "steps", "placements", "eliminations", "puzzles"},
			spare: []string{"placements", "eliminations"}},
		{columns: []string{"clues", "puzzles"}},
	}
	for _, s := range st.Statuses {
		tables[0].rows = append(tables[0].rows, table.Row{s.Status, s.Puzzles})
	}
	for _, l := range st.Levels {
		tables[1].rows = append(tables[1].rows, table.Row{l.Level, l.Least, math.Round(l.Mean), l.Most, l.Puzzles})
	}
	for _, b := range all[2].Bars {
		tables[2].rows = append(tables[2].rows, table.Row{b.Label, b.Value})
	}
	for _, t := range st.Techniques {
		tables[3].rows = append(tables[3].rows,
			table.Row{t.Technique, t.Level, t.Steps, t.Placements, t.Eliminations, t.Puzzles})
	}
	for _, c := range st.Clues {
		tables[4].rows = append(tables[4].rows, table.Row{c.Clues, c.Puzzles})
	}
	for i, t := range tables {
		if t.bars = all[i].Bars; len(t.rows) > 0 {
			fmt.Fprint(out, t.text(width))
		}
	}
}

// charts returns the bars for statuses, levels, scores, techniques and clues, in this order.
func charts(st store.Stats) []chart {
	list := []chart{
		{Title: "Statuses"}, {Title: "Levels"}, {Title: "Scores"}, {Title: "Puzzles that use a technique"},
		{Title: "Clues"},
	}
	add := func(n int, label string, value int) {
		list[n].Bars = append(list[n].Bars, chartBar{Label: label, Value: value})
	}
	for _, s := range st.Statuses {
		add(0, string(s.Status), s.Puzzles)
	}
	for _, l := range st.Levels {
		add(1, l.Level, l.Puzzles)
	}
	scores := make([]valueCount, len(st.Scores))
	for i, s := range st.Scores {
		scores[i] = valueCount{Value: s.Score, N: s.Puzzles}
	}
	list[2].Bars = histogram(scores)
	for _, t := range st.Techniques {
		add(3, t.Technique, t.Puzzles)
	}
	for _, c := range st.Clues {
		add(4, fmt.Sprint(c.Clues), c.Puzzles)
	}
	return list
}
