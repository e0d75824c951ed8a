package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// idRange is puzzle ids from low to high, both included.
type idRange struct{ low, high int64 }

// everyID is the range of all puzzles.
var everyID = idRange{1, math.MaxInt64}

func (r idRange) String() string {
	if r.low == r.high {
		return fmt.Sprintf("puzzle %d", r.low)
	}
	return fmt.Sprintf("puzzles %d to %d", r.low, r.high)
}

// parseIDs reads a list of ids and ranges, such as 1,2,5-9, and returns it in order.
func parseIDs(list string) ([]idRange, error) {
	var ranges []idRange
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		low, errLow := strconv.ParseInt(from, 10, 64)
		high, errHigh := strconv.ParseInt(to, 10, 64)
		if errLow != nil || errHigh != nil || low < 1 || high < low {
			return nil, fmt.Errorf("ids %q: %q is no id and no range of ids, want such as 1,2,5-9", list, part)
		}
		ranges = append(ranges, idRange{low, high})
	}
	slices.SortFunc(ranges, func(a, b idRange) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
	})
	return ranges, nil
}
