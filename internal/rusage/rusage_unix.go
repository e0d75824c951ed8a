//go:build unix

package rusage

import (
	"runtime"
	"syscall"
	"time"
)

// CPUTime returns the CPU time of this process so far, user and system.
func CPUTime() time.Duration {
	u := self()
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PeakMemory returns the largest resident size of this process so far, in bytes.
func PeakMemory() int64 {
	if runtime.GOOS == "darwin" {
		return self().Maxrss
	}
	return self().Maxrss * 1024
}

// self returns zeros if the system refuses.
func self() (u syscall.Rusage) {
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u
}
