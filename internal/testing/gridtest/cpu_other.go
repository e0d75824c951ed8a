//go:build !unix

package gridtest

import "time"

var started = time.Now()

// CPUTime returns the elapsed time of this process so far. Benchmarks are for systems of the Unix kind.
func CPUTime() time.Duration { return time.Since(started) }

// PeakMemory returns 0: it is not known.
func PeakMemory() int64 { return 0 }
