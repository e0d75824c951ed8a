package database

import (
	"testing"

	"setdoku/internal/gridtest"
)

// BenchmarkNewDatabase makes the tables and the reference data of a new file, as the first database of a process does.
func BenchmarkNewDatabase(b *testing.B) {
	gridtest.PerCPU(b, "database", func() {
		for range b.N {
			db, err := migrateMemory(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			db.Close()
		}
	})
}

// BenchmarkNextDatabase copies them into memory, as the other databases of a process do.
func BenchmarkNextDatabase(b *testing.B) {
	gridtest.PerCPU(b, "database", func() {
		for range b.N {
			db, err := OpenTemp(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			db.Close()
		}
	})
}
