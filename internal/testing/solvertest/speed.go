package solvertest

import (
	"path/filepath"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
)

// List returns n puzzles of a list in the folder shared, such as 17_clue, for a benchmark. After the last puzzle of the
// list, isomorphs follow, so that no puzzle comes twice. Without the folder the sample of the repository takes the
// place of the list.
func List(b testing.TB, name string, n int) []format.Puzzle {
	b.Helper()
	path := gridtest.File(b, "testdata", "sample.sdm")
	if dir, err := gridtest.FindShared(); err == nil {
		path = filepath.Join(dir, "data", name+".txt")
	}
	list := readAll(b, path)
	length := len(list)
	for i := length; i < n; i++ {
		p := list[i%length]
		p.State = gridtest.Random(gridtest.New(uint64(i))).State(p.State)
		list = append(list, p)
	}
	return list[:n]
}

// Mix returns n puzzles of three lists. Of each ten, singles solve five, four are minimal, and one has 17 clues.
func Mix(b testing.TB, n int) (mix []format.Puzzle) {
	b.Helper()
	const order = "emememe7me"
	lists := map[byte][]format.Puzzle{'e': List(b, "generated_easy", n/2+1), 'm': List(b, "generated_minimal", n*2/5+2),
		'7': List(b, "17_clue", n/10+1)}
	for i := range n {
		from := order[i%len(order)]
		mix = append(mix, lists[from][0])
		lists[from] = lists[from][1:]
	}
	return mix
}
