package driver

import (
	"setdoku"
	"setdoku/solver/catalogue"
)

// fishFiles are the files of fish with rows against columns. Suppose the techniques for all smaller fish found
// nothing. Then no fish covers more than half of the open lines of its digit, because the remaining lines would be a
// smaller fish with the same eliminations.
var fishFiles = map[string]struct {
	single     []string // the techniques for fish of one line
	techniques int      // how many techniques the file has for each size
}{
	"basic_fish":  {[]string{"hidden_single"}, 1},
	"finned_fish": {[]string{"hidden_single", "pointing", "claiming"}, 2},
}

// skipComplements returns the value of pass.skip_complements for a technique. It is 1 if its statement may leave out
// patterns whose complement is a smaller pattern. It is 0 for a size that the user asked for, and for a fish unless
// the techniques for all smaller fish are in the list and come before it.
func skipComplements(t setdoku.Technique, list catalogue.Catalogue) int {
	file, fish := fishFiles[t.File]
	switch {
	case t.HasSize() && !fish:
		return 0 // a user who asks for naked subsets of 5 wants them, although each has a complementary hidden subset of at most 4 cells
	case !fish:
		return 1
	}
	smaller := 0
	for _, o := range list {
		if o.File == t.File && o.Size > 1 && o.Size < t.Size && o.Tier < t.Tier {
			smaller++
		}
	}
	if smaller < file.techniques*(t.Size-2) {
		return 0
	}
	for _, name := range file.single {
		if o, selected := list.Find(name); !selected || o.Tier > t.Tier {
			return 0
		}
	}
	return 1
}
