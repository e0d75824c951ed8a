package rusage

import (
	"syscall"
	"time"
	"unsafe"
)

// CPUTime returns the CPU time of this process so far, user and system.
func CPUTime() time.Duration {
	process, _ := syscall.GetCurrentProcess()
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &created, &exited, &kernel, &user); err != nil {
		return 0
	}
	const tick = 100 * time.Nanosecond
	ticks := func(t syscall.Filetime) time.Duration {
		return time.Duration(t.HighDateTime)<<32 + time.Duration(t.LowDateTime)
	}
	return (ticks(kernel) + ticks(user)) * tick
}

// PeakMemory returns the largest resident size of this process so far, in bytes.
func PeakMemory() int64 {
	process, _ := syscall.GetCurrentProcess()
	var counters struct { // PROCESS_MEMORY_COUNTERS
		size, pageFaults                 uint32
		peakWorkingSet, workingSet       uintptr
		peakPaged, paged                 uintptr
		peakNonPaged, nonPaged           uintptr
		pagefileUsage, peakPagefileUsage uintptr
	}
	counters.size = uint32(unsafe.Sizeof(counters))
	get := syscall.NewLazyDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")
	if ok, _, _ := get.Call(uintptr(process), uintptr(unsafe.Pointer(&counters)), uintptr(counters.size)); ok == 0 {
		return 0
	}
	return int64(counters.peakWorkingSet)
}
