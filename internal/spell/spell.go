// Package spell finds the word that somebody meant who mistyped it.
package spell

// Nearest returns the first of the words that is reached from word with the fewest characters inserted, deleted,
// replaced or swapped with the next (optimal string alignment), "" when none is reached with three, and with
// half as many as word has.
func Nearest(word string, words []string) string {
	best, distance := "", min(3, (len(word)+1)/2)+1
	for _, w := range words {
		if d := editDistance(word, w); d < distance {
			best, distance = w, d
		}
	}
	return best
}

// editDistance is the number of characters to insert, delete, replace, or swap with the next.
func editDistance(a, b string) int {
	var two []int // the row before the one before
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
