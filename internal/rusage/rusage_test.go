package rusage

import (
	"testing"
	"time"
)

// TestCPUTime computes for a while and finds that the CPU time has grown, by no more than all cores could take.
func TestCPUTime(t *testing.T) {
	began, before := time.Now(), CPUTime()
	for CPUTime()-before < 50*time.Millisecond {
		if time.Since(began) > time.Minute {
			t.Fatalf("the CPU time grew from %s to %s in a minute", before, CPUTime())
		}
	}
	if grew, most := CPUTime()-before, time.Since(began)*1024; grew > most {
		t.Errorf("the CPU time grew by %s, want %s at most", grew, most)
	}
}

// TestPeakMemory fills 256 MB and finds that the process has taken them, and not 1,024 times as much.
func TestPeakMemory(t *testing.T) {
	const size = 256 << 20
	block := make([]byte, size)
	for i := range block {
		block[i] = byte(i)
	}
	if got := PeakMemory(); got < size || got > 16*size {
		t.Errorf("the process took %d bytes, want %d at least and %d at most", got, size, 16*size)
	}
	if block[size-1] != 255 {
		t.Error("the block was not filled")
	}
}
