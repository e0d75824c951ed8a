// Package spell finds the word that somebody meant who mistyped it.
package spell

// Nearest returns the first of the words that is reached from word with the fewest characters inserted, deleted or
// replaced (Levenshtein), "" when none is reached with three, and with half as many as word has.
func Nearest(word string, words []string) string {
	best, distance := "", min(3, (len(word)+1)/2)+1
	for _, w := range words {
		if d := editDistance(word, w); d < distance {
			best, distance = w, d
		}
	}
	return best
}

// editDistance is the number of characters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
