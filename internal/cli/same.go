package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/solver/isomorph"
)

// exitDifferent is the exit code of same when a pair is different.
const exitDifferent = 3

func init() { register((*app).sameCommand) }

func (a *app) sameCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:         "same A B",
		Short:       "Explain whether two puzzles are isomorphs, and by which mapping",
		GroupID:     groupLists,
		Annotations: next(),
		Long: `Explain whether two puzzles are isomorphs, and how A becomes B. Isomorphs differ only in the names of the
digits, the order of rows in a band, of columns in a stack, of bands and of stacks, or by transposition.
A and B are puzzles of 81 characters, or files with the same number of puzzles, which are compared one by
one up to the first bad line. One of them may be -, standard input. Only givens are compared, and only of
classic puzzles.

For every pair same prints "same" or "different" and the canonical form, which is the smallest isomorph and
equal for all isomorphs. For isomorphs it also prints what becomes of digits 1 to 9, rows 1 to 9 and
columns 1 to 9.

The exit code is 0 when all pairs are the same, 3 when a pair is different.`,
		Example: `  setdoku same mine.sdm theirs.sdm
  setdoku same mine.sdm - --json < theirs.sdm`,
		Args: argumentCount(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.same(cmd.Context(), args, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a pair")
	return cmd
}

// pairing is a line of same --json. The field names are a contract.
type pairing struct {
	Same      bool     `json:"same"`
	Canonical []string `json:"canonical"`           // of A and of B
	Digits    []int    `json:"digits,omitempty"`    // what 1 to 9 become
	Rows      []int    `json:"rows,omitempty"`      // where rows 1 to 9 go
	Columns   []int    `json:"columns,omitempty"`   // where columns 1 to 9 go
	Transpose *bool    `json:"transpose,omitempty"` // rows go to columns and columns to rows
}

// newPairing returns what same prints of a comparison.
func newPairing(c isomorph.Comparison) pairing {
	p := pairing{Same: c.Same, Canonical: []string{c.Forms[0].String(), c.Forms[1].String()}}
	if !c.Same {
		return p
	}
	transpose := c.Map.Transposes()
	p.Transpose = &transpose
	for i := range 9 {
		p.Digits = append(p.Digits, int(c.Map.Digit(uint8(i)+1)))
		p.Rows = append(p.Rows, c.Map.Row(i)+1)
		p.Columns = append(p.Columns, c.Map.Column(i)+1)
	}
	return p
}

// same compares the puzzles of two inputs pair by pair.
func (a *app) same(ctx context.Context, args []string, asJSON bool) error {
	if args[0] == "-" && args[1] == "-" {
		return usageErrorf("same: both puzzles are -, standard input: name one of them")
	}
	inputs := [2]*input{a.open(args[:1]), a.open(args[1:])}
	inputs[0].Classic, inputs[1].Classic = "same", "same"
	pairs, different := 0, 0
	var err error
	for err == nil {
		var two [2]format.Puzzle
		var ends [2]error
		for i, in := range inputs {
			ends[i] = in.Next(ctx, &two[i])
		}
		if inputs[0].Faulty() || inputs[1].Faulty() {
			break // after a line that is left out, the puzzles of the two inputs are not pairs any more
		}
		switch first, second := errors.Is(ends[0], io.EOF), errors.Is(ends[1], io.EOF); {
		case first && second:
			err = io.EOF
			continue
		case first || second:
			more := args[0]
			if first {
				more = args[1]
			}
			err = fmt.Errorf("same: %s has more puzzles than the other: compared %s", more, format.Plural(pairs, "pair"))
			continue
		}
		if err = errors.Join(ends[0], ends[1]); err != nil {
			continue
		}
		p := newPairing(isomorph.Compare(two[0].State.Givens, two[1].State.Givens))
		pairs++
		if !p.Same {
			different++
		}
		err = a.printPairing(p, asJSON)
	}
	code := max(inputs[0].Finish(), inputs[1].Finish())
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case code != ExitDone:
		return Exit(code)
	case different > 0:
		return Exit(exitDifferent)
	}
	return nil
}

func (a *app) printPairing(p pairing, asJSON bool) error {
	if asJSON {
		return jsonLines(a.Out).Encode(p)
	}
	if !p.Same {
		_, err := fmt.Fprintf(a.Out, "different\n  %s\n  %s\n", p.Canonical[0], p.Canonical[1])
		return err
	}
	rows, columns := "rows go to rows", "columns go to columns"
	if *p.Transpose {
		rows, columns = "rows go to columns", "columns go to rows"
	}
	_, err := fmt.Fprintf(a.Out, "same\n  %s\n  %-21s %s\n  %-21s %s\n  %-21s %s\n", p.Canonical[0],
		"digits become", numbers(p.Digits), rows, numbers(p.Rows), columns, numbers(p.Columns))
	return err
}

// numbers joins numbers with blanks, in groups of three as rows form bands.
func numbers(list []int) string {
	text := ""
	for group := range slices.Chunk(list, 3) {
		if text != "" {
			text += "  "
		}
		text += fmt.Sprintf("%d %d %d", group[0], group[1], group[2])
	}
	return text
}
