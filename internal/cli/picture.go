package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/explain/picture/pixels"
	"setdoku/store/record"
)

// pictureFlags are the flags of show for pictures.
type pictureFlags struct {
	svg, png string // files, - for standard output
	step     int    // 0 to draw the grid without a step
	pattern  int    // of the step, 0 for the first pattern or for all placements
	rows     bool   // draw the rows of the step next to the grid
	theme    picture.Theme
	width    int // 0 for the default
}

func (f *pictureFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.svg, "svg", "", "draw the grid and write it to `FILE` as SVG, - for standard output")
	fl.StringVar(&f.png, "png", "", "draw the grid and write it to `FILE` as PNG, - for standard output")
	numberFlag(cmd, &f.step, "step", "", 1, math.MaxInt,
		"a step from 1; --at 0 shows the puzzle before its first step",
		"draw what this `STEP` does, in the grid before it")
	numberFlag(cmd, &f.pattern, "pattern", "", 1, math.MaxInt, "a number from 1", "draw pattern `NUMBER` of the step")
	fl.BoolVar(&f.rows, "rows", false, "draw the rows of the step next to the grid")
	choiceFlag(cmd, &f.theme, "theme", picture.Auto, "`THEME` of the picture: auto, light, dark",
		picture.Themes[:]...)
	numberFlag(cmd, &f.width, "width", "", 1, picture.MaxWidth, fmt.Sprintf("1 to %d", picture.MaxWidth),
		"width of the picture in `PIXELS`")
}

// drawn reports whether the flags ask for a picture.
func (f *pictureFlags) drawn() bool { return f.svg != "" || f.png != "" }

// check returns a usage error for flags that make no sense.
func (f *pictureFlags) check(a *app, cmd *cobra.Command, show showFlags, puzzles int64) error {
	changed := cmd.Flags().Changed
	if !f.drawn() {
		if changed("step") {
			return usageErrorf("show: --step goes with a picture, --svg FILE or --png FILE; --at %d shows the grid "+
				"after that step", f.step)
		}
		for _, name := range []string{"pattern", "rows", "theme", "width", "svg", "png"} {
			if changed(name) {
				return usageErrorf("show: --%s goes with a picture: --svg FILE or --png FILE", name)
			}
		}
		return nil
	}
	switch {
	case puzzles > 1:
		return usageErrorf("show: a picture shows one puzzle, not %d", puzzles)
	case show.json:
		return usageErrorf("show: --json does not go with --svg and --png")
	case f.svg == f.png:
		return usageErrorf("show: --svg and --png both go to %s", f.svg)
	case changed("step") && changed("at"):
		return usageErrorf("show: --at and --step do not go together: --at draws the grid after a step, --step what " +
			"a step does")
	case changed("pattern") && !changed("step"):
		return usageErrorf("show: --pattern goes with --step")
	case f.rows && !changed("step"):
		return usageErrorf("show: --rows goes with --step")
	case f.png == "-":
		return a.refuseBinary(cmd, "png")
	}
	return nil
}

// drawPuzzle writes the pictures of a puzzle that the flags ask for.
func (a *app) drawPuzzle(ctx context.Context, p record.Puzzle, path *setdoku.Path, f showFlags) error {
	var d picture.Diagram
	var err error
	if f.step > 0 {
		d, err = a.stepDiagram(p, path, f.pictureFlags)
	} else {
		d, err = gridDiagram(p, path, f)
	}
	if err != nil {
		return err
	}
	o := picture.Options{Theme: picture.Theme(f.theme), Width: f.width}
	for _, form := range []struct {
		path string
		draw func(io.Writer, picture.Diagram, picture.Options) error
	}{{f.svg, picture.SVG}, {f.png, pixels.PNG}} {
		if form.path == "" {
			continue
		}
		var image bytes.Buffer
		if err := form.draw(&image, d, o); err != nil {
			return fmt.Errorf("puzzle %d: %w", p.PuzzleID, err)
		}
		if err := a.writeWhole(ctx, form.path, f.db, image.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// writeWhole writes a whole file, or standard output for "-".
func (a *app) writeWhole(ctx context.Context, path, database string, data []byte) error {
	if path == "-" {
		path = ""
	}
	return writeOutput(ctx, path, database, a.Out, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// gridDiagram returns the picture of a puzzle, in its present state or after a step.
func gridDiagram(p record.Puzzle, path *setdoku.Path, f showFlags) (picture.Diagram, error) {
	v, err := f.view(p, path)
	if err != nil {
		return picture.Diagram{}, err
	}
	title, note, _ := strings.Cut(headerFor(&v.Puzzle, v.Board()), ", ")
	if when := whenShown(&v); when != "" {
		note += ". Shown " + when
	}
	d := picture.Diagram{Title: "P" + title[1:], Note: note + ".", State: v.After.State, Marks: f.candidates}
	if c := v.Contradiction(); c != nil {
		d.Note += fmt.Sprintf(" No solution: %v.", c)
		if v.After.Known { // the contradiction shows in the pencil marks
			d.Evidence = []setdoku.Evidence{{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, Unit: c.Unit}}
		}
	}
	return d, nil
}

// stepDiagram returns the picture of a step: the grid before it, and its deductions. A step that eliminates by several
// patterns is drawn with one of them. A step that places several digits is drawn with all of them and without a
// pattern.
func (a *app) stepDiagram(p record.Puzzle, path *setdoku.Path, f pictureFlags) (d picture.Diagram, err error) {
	if f.step > p.Steps {
		have := fmt.Sprintf("its steps are 1 to %d", p.Steps)
		if p.Steps == 0 {
			have = "it has none yet"
		}
		return d, fmt.Errorf("puzzle %d, step %d: %w, %s", p.PuzzleID, f.step, setdoku.ErrNoStep, have)
	}
	before, err := path.At(f.step - 1)
	if err != nil {
		return d, err
	}
	if f.step > len(path.Steps) {
		return d, fmt.Errorf("puzzle %d, step %d: %w, the record is damaged", p.PuzzleID, f.step, setdoku.ErrNoStep)
	}
	done := path.Steps[f.step-1]
	lost, all := explain.MissingText(&done), len(done.Deductions)
	h, number := onePattern(done, f.pattern)
	switch {
	case done.Rule == "":
		return d, unknownError{fmt.Errorf("puzzle %d, step %d: the run did not store what the step did (see --audit)",
			p.PuzzleID, f.step)}
	case f.pattern > 0 && lost != "":
		return d, unknownError{fmt.Errorf("puzzle %d, step %d: no pattern %d to draw. %s", p.PuzzleID, f.step,
			f.pattern, lost)}
	case f.pattern > all:
		return d, unknownError{fmt.Errorf("puzzle %d, step %d: no pattern %d, the step has %d", p.PuzzleID, f.step,
			f.pattern, all)}
	}
	d = newStepDiagram(before, h)
	if f.rows {
		d.Tables = rowTables(h)
	}
	d.Title = fmt.Sprintf("Puzzle %d, step %d: %s", p.PuzzleID, h.Number, h.Rule)
	if v := path.Start.Variant; v != nil {
		d.Title = v.Title + ", " + strings.ToLower(d.Title[:1]) + d.Title[1:]
	}
	if number > 0 && all > 1 {
		d.Title += fmt.Sprintf(", pattern %d of %d", number, all)
		if f.pattern == 0 {
			fmt.Fprintf(a.Err, "pattern 1 of %d; --pattern draws another\n", all)
		}
	}
	return d, nil
}
