package web_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/web/console"
)

// TestMain lets the program of the tests run statements of the console in processes of their own. After the tests it
// ends what they share.
func TestMain(m *testing.M) {
	if console.IsWorker() {
		if err := console.Work(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	for _, end := range slices.Backward(shared.ends) {
		end()
	}
	os.Exit(code)
}

// shared has what ends after all tests, the last first.
var shared struct {
	sync.Mutex
	ends []func()
}

// atEnd calls end after all tests.
func atEnd(end func()) {
	shared.Lock()
	defer shared.Unlock()
	shared.ends = append(shared.ends, end)
}

// logText is a log that a server writes and a test reads.
type logText struct {
	sync.Mutex
	text strings.Builder
}

func (l *logText) Write(b []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.text.Write(b)
}

func (l *logText) String() string {
	l.Lock()
	defer l.Unlock()
	return l.text.String()
}
