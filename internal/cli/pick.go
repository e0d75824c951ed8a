package cli

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/solver/generate"
	"setdoku/store"
)

// picking are the flags that select puzzles of a database.
type picking struct {
	ids      string
	statuses []string
	tag      string
	levels   []string
	hardest  []string
	score    string
	where    string
	limit    int
	ranges   []idRange // of ids, in their order
	filter   store.Filter
}

// pickingFlags are the names of the flags.
var pickingFlags = []string{"ids", "status", "tag", "level", "hardest", "score", "where", "limit"}

// add adds the flags.
func (p *picking) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&p.ids, "ids", "", "only these puzzles, `LIST` such as 1,2,5-9")
	fl.StringSliceVar(&p.statuses, "status", nil,
		"only puzzles of this `STATUS` (repeatable, or comma separated): "+strings.Join(store.Statuses[:], ", "))
	completeFlag(cmd, "status", completeList(func() []string { return store.Statuses[:] }))
	fl.StringVar(&p.tag, "tag", "", "only puzzles with the tag `NAME`")
	fl.StringSliceVar(&p.levels, "level", nil, "easy, medium, hard, unfair or extreme (repeatable, or comma separated)")
	completeFlag(cmd, "level", completeList(catalogue.LevelNames))
	hardestFlag(cmd, &p.hardest)
	fl.StringVar(&p.score, "score", "", "score, `RANGE` such as 500-700")
	fl.StringVar(&p.where, "where", "", "only puzzles whose row in the table puzzle meets this SQL `CONDITION`")
	numberFlag(cmd, &p.limit, "limit", "", 1, math.MaxInt, "1 or more", "`NUMBER` of puzzles at most")
}

// hardestFlag adds --hardest.
func hardestFlag(cmd *cobra.Command, techniques *[]string) {
	cmd.Flags().StringSliceVar(techniques, "hardest", nil,
		"the hardest technique of the solution path is one of these techniques or families (repeatable, or comma "+
			"separated)")
	completeFlag(cmd, "hardest", completeList(techniquesAndFamilies))
}

// picks reports whether the call has one of the flags.
func (p *picking) picks(cmd *cobra.Command) bool {
	for _, name := range pickingFlags {
		if cmd.Flags().Changed(name) {
			return true
		}
	}
	return false
}

// check reads the flags and returns a usage error for values that make no sense.
func (p *picking) check(cmd *cobra.Command) (err error) {
	changed, name := cmd.Flags().Changed, cmd.Name()
	if err := matchWords(name+": --status", p.statuses, store.Statuses[:]); err != nil {
		return err
	}
	if err := matchWords(name+": --level", p.levels, catalogue.LevelNames()); err != nil {
		return err
	}
	p.filter = store.Filter{Statuses: p.statuses, Tag: p.tag, Levels: p.levels, Where: p.where}
	if changed("hardest") {
		hardest, err := builtIn().Select(p.hardest, nil)
		if err != nil {
			return usageErrorf("%s: --hardest: %w", name, err)
		}
		for _, t := range hardest {
			p.filter.Hardest = append(p.filter.Hardest, t.Name)
		}
	}
	if changed("score") {
		score, err := generate.ParseRange(p.score)
		if err != nil {
			return usageErrorf("%s: --score %w", name, err)
		}
		p.filter.LeastScore, p.filter.MostScore = score.Least, score.Most
	}
	if changed("where") && strings.TrimSpace(p.where) == "" {
		return usageErrorf("%s: --where is empty, want a condition such as 'steps > 50'", name)
	}
	p.ranges = []idRange{everyID}
	if changed("ids") {
		if p.ranges, err = parseIDs(p.ids); err != nil {
			return asUsageError(fmt.Errorf("%s: %w", name, err))
		}
		p.ranges = sorted(p.ranges)
	}
	return nil
}

// each calls work with the filter of each range of ids that has puzzles, and missing with the others. work returns how
// many puzzles it has taken.
func (p *picking) each(ctx context.Context, s *store.Snapshot, missing func(error),
	work func(store.Filter) (int, error)) error {
	if err := checkTag(ctx, s, p.tag); err != nil {
		return err
	}
	done, left := int64(0), p.limit
	for _, r := range p.ranges {
		if r != everyID {
			switch first, err := s.FirstID(ctx, r.low, r.high); {
			case err != nil:
				return err
			case first == 0:
				missing(fmt.Errorf("%v: %w", r, store.ErrNoPuzzle))
				continue
			}
		}
		f := p.filter
		f.Low, f.High, f.Limit = max(r.low, done+1), r.high, left
		n, err := work(f)
		if err != nil {
			return fmt.Errorf("%w%s", err, suggestName(ctx, s, "puzzle "+p.where, err))
		}
		done = max(done, r.high)
		if left -= n; p.limit > 0 && left <= 0 {
			return nil
		}
	}
	return nil
}
