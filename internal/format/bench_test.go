package format

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// BenchmarkReader reads files of each format. Compare lines/s.
func BenchmarkReader(b *testing.B) {
	const n = 10_000
	for _, bm := range []struct{ name, head, record string }{
		{"81", "", sample + "\n"},
		{"81_with_comment", "", sample + " # easy 1.2\n"},
		{"library", "", ":0000:x:" + sample + ":914 112::\n"},
		{"bank", "", "0000183b305c " + sample + "  1.2\n"},
		{"csv", "id,puzzle,solution,clues,difficulty\n", "12345," + sample + "," + filled + ",30,2.1\n"},
		{"csv_quoted", "id,puzzle\n", `"12345",` + sample + "\n"},
		{"729", "", strings.Repeat("123456789", 81) + "\n"},
		{"sdk", "", rowsOf(sample)},
		{"pencil", "", sampleMarks},
		{"bad", "", sample[:80] + "\n"},
	} {
		data := []byte(bm.head + strings.Repeat(bm.record, n))
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := NewReader(bytes.NewReader(data), "f")
				got := 0
				for {
					_, err := r.Read()
					if err == io.EOF {
						break
					}
					if _, bad := errors.AsType[*LineError](err); err != nil && !bad {
						b.Fatal(err)
					}
					got++
				}
				if got != n {
					b.Fatalf("%d records, want %d", got, n)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

func BenchmarkWriter(b *testing.B) {
	p := Puzzle{State: mustState(b, sample), Name: "name"}
	for _, f := range []Format{Line81, CSV, Library} {
		b.Run(string(f), func(b *testing.B) {
			w, err := NewWriter(io.Discard, f)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := w.Write(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
