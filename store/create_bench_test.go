package store

import "testing"

// BenchmarkNewDatabase makes the tables and the reference data of a new file.
func BenchmarkNewDatabase(b *testing.B) {
	for b.Loop() {
		db, err := OpenTemp(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		db.Close()
	}
}
