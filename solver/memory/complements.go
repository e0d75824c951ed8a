package memory

import (
	"slices"

	"setdoku/internal/catalogue"
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

// SkipsComplements reports whether a technique leaves out patterns whose complement is a smaller pattern. It does not
// for a size that the user asked for, nor for a fish unless the techniques for all smaller fish are in the list and
// come before it. The statements read the answer in pass.skip_complements.
func SkipsComplements(t catalogue.Technique, list []catalogue.Technique) bool {
	file, fish := fishFiles[t.File]
	switch {
	case t.HasSize() && !fish:
		// a user who asks for naked subsets of 5 wants them, although each has a complementary hidden subset of at most
		// 4 cells
		return false
	case !fish:
		return true
	}
	smaller := 0
	for _, o := range list {
		if o.File == t.File && o.Size > 1 && o.Size < t.Size && o.Tier < t.Tier {
			smaller++
		}
	}
	if smaller < file.techniques*(t.Size-2) {
		return false
	}
	for _, name := range file.single {
		if !slices.ContainsFunc(list, func(o catalogue.Technique) bool { return o.Name == name && o.Tier < t.Tier }) {
			return false
		}
	}
	return true
}
