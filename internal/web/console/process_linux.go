package console

import (
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// limitProcess limits how much more memory this process may take, and the size of the files that it writes, in bytes.
func limitProcess(memory, file uint64) error {
	signal.Ignore(syscall.SIGXFSZ) // so that a write beyond the limit returns an error
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	pages, err := strconv.ParseUint(strings.Fields(string(status))[0], 10, 64)
	if err != nil {
		return err
	}
	memory += pages * uint64(os.Getpagesize())
	for limit, most := range map[int]uint64{syscall.RLIMIT_AS: memory, syscall.RLIMIT_FSIZE: file} {
		if err := syscall.Setrlimit(limit, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}
