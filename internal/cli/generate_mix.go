package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"setdoku"
	"setdoku/solver/generate"
)

// share is a part of --mix.
type share struct {
	n     int
	level setdoku.Level
}

// mixValue is the value of --mix.
type mixValue []share

func (m *mixValue) String() string { return "" }

// Type returns the name of the values in messages.
func (m *mixValue) Type() string { return "string" }

// Set reads a list such as "2 easy, 3 medium".
func (m *mixValue) Set(text string) error {
	*m = nil
	for part := range strings.SplitSeq(text, ",") {
		words := strings.Fields(part)
		if len(words) != 2 {
			return usageErrorf("%q, want numbers and levels such as '2 easy, 3 medium, 2 hard'", text)
		}
		n, err := strconv.Atoi(words[0])
		level, known := among(words[1], setdoku.Levels())
		if err != nil || n < 1 || n > maxGenerated || !known {
			return usageErrorf("%q: %q is not a number and a level, want for example '2 easy'", text,
				strings.TrimSpace(part))
		}
		*m = append(*m, share{n, level})
	}
	return nil
}

// readMix sets the number and the levels from --mix.
func (f *generateFlags) readMix(changed func(string) bool) error {
	if f.mix == nil {
		return nil
	}
	for _, name := range []string{"number", "level", "hardest"} {
		if changed(name) {
			return usageErrorf("generate: --mix does not go with --%s", name)
		}
	}
	f.n = 0
	for _, s := range f.mix {
		f.n += s.n
		f.constraints.Levels = append(f.constraints.Levels, s.level)
	}
	if f.n > maxGenerated {
		return usageErrorf("generate: --mix asks for %d puzzles, want %d at most", f.n, maxGenerated)
	}
	return nil
}

// mixed returns the options of the generator for each part of --mix, in its order.
func (f *generateFlags) mixed(ctx context.Context) (list []generate.Options, err error) {
	for _, s := range f.mix {
		part := *f
		part.constraints.Levels = []setdoku.Level{s.level}
		if f.pattern == "" {
			part.constraints.LikePrinted(f.printedClues, f.printedSymmetry)
		}
		o, err := part.options(ctx)
		if err != nil {
			return nil, err
		}
		o.N = s.n
		list = append(list, o)
	}
	return list, nil
}

// readHardest adds the constraints of --hardest: the path uses one of the techniques, and none that is harder.
// Without --level the puzzles are of the level of the technique, and look like printed ones of it.
func (f *generateFlags) readHardest() error {
	if f.hardest == nil {
		return nil
	}
	all := builtIn()
	chosen, err := all.Select(f.hardest, nil)
	if err != nil {
		return usageErrorf("generate: --hardest: %w", err)
	}
	if len(chosen) > 1 {
		return usageErrorf("generate: --hardest %s: %d techniques, want one", strings.Join(f.hardest, ","),
			len(chosen))
	}
	hardest := chosen[0]
	f.constraints.Require = append(f.constraints.Require, hardest.Name)
	for _, t := range all {
		if t.Harder(&hardest) && !slices.Contains(f.constraints.Forbid, t.Name) {
			f.constraints.Forbid = append(f.constraints.Forbid, t.Name)
		}
	}
	if f.constraints.Levels == nil {
		f.constraints.Levels = []setdoku.Level{hardest.Level}
	}
	return nil
}

// harderText names forbidden techniques, or says how many there are.
func harderText(names []string) string {
	if len(names) > 5 {
		return fmt.Sprintf("%d techniques", len(names))
	}
	return strings.Join(names, " and ")
}
