package setdoku

import "testing"

// BenchmarkCheck checks a grid without repeats, as for every puzzle that is read.
func BenchmarkCheck(b *testing.B) {
	d, err := ParseGrid("2.3.8....6......7..4.2.3.865.........97.2..6..6..9..25.3...6...4...1.2...1.832.54")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := d.Check(); err != nil {
			b.Fatal(err)
		}
	}
}
