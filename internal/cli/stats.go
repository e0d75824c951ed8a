package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"setdoku/internal/chart"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
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
		Use:               "stats [--db] FILE",
		Short:             "Sum up a database: statuses, levels, scores, techniques and clues",
		GroupID:           groupLook,
		Annotations:       next("setdoku query --list --db {db}  # questions that have names"),
		ValidArgsFunction: complete.Files,
		Long: `Sum up the puzzles of a database, or those with a tag: how many there are of each status and
level, how far their scores reach, how much each technique was used, and how many clues
they have. A clue is a given. Steps, placements and eliminations are known of puzzles that were
solved with --audit steps or full.

--svg also draws it as a picture, for light and dark pages, - for standard output alone.`,
		Example: `  setdoku stats --db sudoku.db
  setdoku stats --db sudoku.db --tag weekly --svg weekly.svg`,
		Args: databaseArg(&f.db),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, f.db); err != nil {
				return err
			}
			if f.json && f.svg == "-" {
				return usage.Errorf("stats: --json and --svg - both want standard output")
			}
			if f.svg != "" && stream.SameFile(f.svg, f.db) {
				return usage.Errorf("stats: %s is the database itself", f.svg)
			}
			return a.stats(cmd.Context(), f)
		},
	}
	dbFlag(cmd, &f.db)
	cmd.Flags().StringVar(&f.tag, "tag", "", "only puzzles with the tag `NAME`")
	cmd.Flags().BoolVar(&f.json, "json", false, "print a JSON object")
	cmd.Flags().StringVar(&f.svg, "svg", "", "draw it into `FILE`")
	return cmd
}

func (a *app) stats(ctx context.Context, f statsFlags) error {
	var st store.Stats
	err := read(ctx, f.db, func(s *store.Snapshot) (err error) {
		if err = checkTag(ctx, s, f.tag); err == nil {
			st, err = s.Stats(ctx, f.tag)
		}
		return err
	})
	if err != nil {
		return err
	}
	if f.svg != "" {
		var image bytes.Buffer
		if err := chart.SVG(&image, charts(st)); err != nil {
			return err
		}
		if err := a.writeWhole(ctx, f.svg, image.Bytes()); err != nil || f.svg == "-" {
			return err
		}
	}
	if f.json {
		return render.JSON(a.Out).Encode(st)
	}
	out := &stream.Sink{Writer: a.Out}
	printStats(out, st)
	return out.Err
}

// barWidth is how many characters the longest bar takes.
const barWidth = 24

func printStats(out io.Writer, st store.Stats) {
	fmt.Fprintln(out, plural.Of(st.Puzzles, "puzzle"))
	if st.Puzzles == 0 {
		return
	}
	all := charts(st)
	bars := func(c chart.Chart) []string {
		most := 0
		for _, b := range c.Bars {
			most = max(most, b.Value)
		}
		texts := make([]string, len(c.Bars))
		for i, b := range c.Bars {
			texts[i] = chart.Text(b.Value, most, barWidth)
		}
		return texts
	}
	show := func(columns []string, rows []table.Row, c chart.Chart) {
		if len(rows) == 0 {
			return
		}
		t := render.Table(out, append(columns, "")...)
		for i, bar := range bars(c) {
			t.AppendRow(append(rows[i], bar))
		}
		t.Render()
	}
	var rows []table.Row
	for _, s := range st.Statuses {
		rows = append(rows, table.Row{s.Status, s.Puzzles})
	}
	show([]string{"status", "puzzles"}, rows, all[0])
	rows = nil
	for _, l := range st.Levels {
		rows = append(rows, table.Row{l.Level, l.Least, math.Round(l.Mean), l.Most, l.Puzzles})
	}
	show([]string{"level", "least score", "mean", "greatest", "puzzles"}, rows, all[1])
	rows = nil
	for _, b := range all[2].Bars {
		rows = append(rows, table.Row{b.Label, b.Value})
	}
	show([]string{"score", "puzzles"}, rows, all[2])
	rows = nil
	for _, t := range st.Techniques {
		rows = append(rows, table.Row{t.Technique, t.Level, t.Steps, t.Placements, t.Eliminations, t.Puzzles})
	}
	show([]string{"technique", "level", "steps", "placements", "eliminations", "puzzles"}, rows, all[3])
	rows = nil
	for _, c := range st.Clues {
		rows = append(rows, table.Row{c.Clues, c.Puzzles})
	}
	show([]string{"clues", "puzzles"}, rows, all[4])
}

// charts are the bars for statuses, levels, scores, techniques and clues, in this order.
func charts(st store.Stats) []chart.Chart {
	list := []chart.Chart{
		{Title: "Statuses"}, {Title: "Levels"}, {Title: "Scores"}, {Title: "Puzzles that use a technique"}, {Title: "Clues"},
	}
	add := func(n int, label string, value int) {
		list[n].Bars = append(list[n].Bars, chart.Bar{Label: label, Value: value})
	}
	for _, s := range st.Statuses {
		add(0, s.Status, s.Puzzles)
	}
	for _, l := range st.Levels {
		add(1, l.Level, l.Puzzles)
	}
	list[2].Bars = scoreBars(st.Scores)
	for _, t := range st.Techniques {
		add(3, t.Technique, t.Puzzles)
	}
	for _, c := range st.Clues {
		add(4, fmt.Sprint(c.Clues), c.Puzzles)
	}
	return list
}

// scoreBars gathers scores, which ascend, into at most a dozen ranges of 1, 2 or 5 times a power of ten.
func scoreBars(scores []store.ScoreStat) (bars []chart.Bar) {
	if len(scores) == 0 {
		return nil
	}
	step := 1
	low, high := scores[0].Score, scores[len(scores)-1].Score
	for n := 0; high/step-low/step >= 12; n++ {
		step = step * []int{2, 5, 2}[n%3] / []int{1, 2, 1}[n%3]
	}
	for from := low / step * step; from <= high; from += step {
		label := fmt.Sprint(from)
		if step > 1 {
			label = fmt.Sprintf("%d to %d", from, from+step-1)
		}
		bars = append(bars, chart.Bar{Label: label})
	}
	for _, s := range scores {
		bars[s.Score/step-low/step].Value += s.Puzzles
	}
	return bars
}
