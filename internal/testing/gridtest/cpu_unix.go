//go:build unix

package gridtest

import (
	"runtime"
	"syscall"
	"time"
)

// CPUTime returns the CPU time of this process so far, user and system.
func CPUTime() time.Duration {
	u := usage()
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PeakMemory returns the largest resident size of this process so far, in bytes.
func PeakMemory() int64 {
	if runtime.GOOS == "darwin" {
		return usage().Maxrss
	}
	return usage().Maxrss * 1024
}

// usage returns zeros if the system refuses.
func usage() (u syscall.Rusage) {
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u
}
