package solver

// halved are the files of fish, and what has looked for the fish of one line that remain of them, which are no fish
// by name.
var halved = map[string]struct {
	single []string // names of these
	kinds  int      // how many techniques the file has for a size
}{
	"basic_fish":  {[]string{"hidden_single"}, 1},
	"finned_fish": {[]string{"hidden_single", "pointing", "claiming"}, 2},
}

// half returns what pass.half is for a technique: 1, but 0 for a size that was asked for, and for a fish when the techniques for smaller
// ones are not all selected. Where these have found nothing, a fish with more than half of the open lines of its digit does
// not exist, for the lines that it leaves would be a smaller one.
func (d *Driver) half(t Technique) int {
	h, fish := halved[t.File]
	switch {
	case t.hasSize() && !fish:
		return 0 // who asks for naked subsets of 5 wants them, although hidden ones of 4 at most are there too
	case !fish:
		return 1
	}
	smaller := 0
	for _, o := range d.opts.Techniques {
		if o.File == t.File && o.Size > 1 && o.Size < t.Size && o.Tier < t.Tier {
			smaller++
		}
	}
	if smaller < h.kinds*(t.Size-2) {
		return 0
	}
	for _, name := range h.single {
		if o, selected := d.opts.Techniques.Find(name); !selected || o.Tier > t.Tier {
			return 0
		}
	}
	return 1
}
