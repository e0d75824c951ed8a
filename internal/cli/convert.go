package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
)

// convertFlags are the flags of convert.
type convertFlags struct {
	paperFlags
	outputFlags
}

func init() { register((*app).convertCommand) }

func (a *app) convertCommand() *cobra.Command {
	var f convertFlags
	cmd := &cobra.Command{
		Use:         "convert [FILE|-|PUZZLE]...",
		Short:       "Write puzzles in another format, without a database",
		GroupID:     groupLists,
		Annotations: next(),
		Long: `Write the puzzles of the input in another format of 'setdoku export'. The layout of the input is recognized by
its content. Names of puzzles stay, and so do placed digits and crossed-out candidates where the format holds them.
Nothing is solved: the solutions of csv, print and pdf are those of the input.

A puzzle that the format cannot hold is reported and left out, and the exit code is 1.`,
		Example: `  setdoku convert puzzles.sdm --format sdk
  setdoku convert puzzles.csv.gz -o puzzles.sdm
  setdoku convert puzzles.sdm --per-page 4 -o puzzles.pdf`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = a.orPiped(args); len(args) == 0 {
				return missingArgument(cmd, "no puzzles: name a file, - for standard input, or 81 characters", "")
			}
			if err := f.resolve(a, cmd); err != nil {
				return err
			}
			if err := f.paperFlags.check(cmd, f.format); err != nil {
				return err
			}
			return a.convert(cmd.Context(), f, args)
		},
	}
	a.variantFlag(cmd)
	f.addOutput(cmd, generateFormats()...)
	f.paperFlags.add(cmd, "add pages with solutions (print, pdf)")
	return cmd
}

func (a *app) convert(ctx context.Context, f convertFlags, args []string) error {
	in := a.open(args)
	defer in.Close()
	in.KeepSolutions()
	if err := in.Begin(ctx); err != nil {
		return err
	}
	bar := a.progress(in, false)
	refused := refusals{w: bar.Above(a.Err)}
	n, code := 0, ExitDone
	err := writeOutput(ctx, f.out, "", bar.Above(a.Out), func(w io.Writer) (err error) {
		n, err = f.write(ctx, in, &sink{Writer: w}, &refused, func(n int) { bar.At(in.Position(), n) })
		bar.Finish()
		code = in.Finish()
		return err
	})
	if err != nil {
		return err
	}
	if refused.finish() != ExitDone {
		code = ExitError
	}
	fmt.Fprintf(a.Err, "%s written%s\n", format.Plural(n, "puzzle"), in.Skipped())
	return ended(nil, code, false)
}

// write writes the puzzles of the input and returns how many it has written.
func (f *convertFlags) write(ctx context.Context, in interface {
	ChunksBySize(context.Context, int, func([]format.Puzzle) error) error
}, out *sink, refused *refusals, done func(int)) (n int, err error) {
	write, end, err := f.writer(out)
	if err != nil {
		return 0, err
	}
	read := 0
	err = in.ChunksBySize(ctx, convertedAtOnce, func(chunk []format.Puzzle) error {
		for _, p := range chunk {
			read++
			switch err := write(read, p); {
			case out.Err != nil:
				return out.Err
			case err != nil:
				refused.add(fmt.Errorf("%s line %d: %w", p.File, p.Line, err))
			default:
				n++
			}
		}
		done(n)
		return nil
	})
	return n, errors.Join(err, end())
}

// convertedAtOnce is the number of puzzles after which the progress bar moves.
const convertedAtOnce = 500

// writer returns functions that write a puzzle with its number in the input, and the end.
func (f *convertFlags) writer(out io.Writer) (write func(int, format.Puzzle) error, end func() error, err error) {
	if !slices.Contains(onPaper(), f.format) {
		w, err := format.NewWriter(out, format.Format(f.format))
		if err != nil {
			return nil, nil, err
		}
		return func(number int, p format.Puzzle) error {
			if f.format == string(format.CSV) && p.Name == "" {
				p.Name = fmt.Sprint(number)
			}
			return w.Write(p)
		}, w.Close, nil
	}
	s, err := newSheet(out, f.format, f.options())
	if err != nil {
		return nil, nil, err
	}
	return func(number int, p format.Puzzle) error {
		e := picture.Entry{Caption: strings.TrimSpace(fmt.Sprint(number, " ", p.Name)), State: p.State}
		if p.Solution != "" {
			solution, err := setdoku.ParseGrid(p.Solution)
			if err != nil {
				return fmt.Errorf("solution: %w", err)
			}
			e.Solution = &solution
		}
		return s.Add(e)
	}, s.Close, nil
}
