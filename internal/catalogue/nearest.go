package catalogue

// Nearest returns the first of the words with the smallest edit distance from word. An edit inserts, deletes or
// replaces a character, or swaps it with the next one (optimal string alignment). Nearest returns "" if all
// distances are greater than three or than half the length of word.
func Nearest(word string, words []string) string {
	best, distance := "", min(3, (len(word)+1)/2)+1
	for _, w := range words {
		if d := editDistance(word, w); d < distance {
			best, distance = w, d
		}
	}
	return best
}

// editDistance returns the number of edits between a and b.
func editDistance(a, b string) int {
	var two []int // row before the previous row
	one := make([]int, len(b)+1)
	for j := range one {
		one[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(one[j]+cost, one[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], two[j-1]+1)
			}
		}
		two, one = one, row
	}
	return one[len(b)]
}
