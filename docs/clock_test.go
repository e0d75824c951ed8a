package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clocks are lines of a test whose result depends on how fast the machine is: a sleep, or the comparison of a time that
// was measured.
var clocks = []*regexp.Regexp{
	regexp.MustCompile(`time\.(Sleep|AfterFunc)\(`),
	regexp.MustCompile(`(Since\([^)]*\)|CPUTime\(\)[^;]*|\btook|[eE]lapsed(\(\))?) *[<>]=? *[^=]*time\.|[<>]=? *([\d_.]+ *\* *)?time\.(\w+seconds?|Second|Minute|Hour)\b`),
	regexp.MustCompile(`\btook *[<>]=? *[a-z1-9]`),
}

// TestClocks looks for such lines in all tests but those that measure speed. A test waits for an event (gridtest.Until,
// gridtest.Blocked), counts work, or compares two sizes.
func TestClocks(t *testing.T) {
	for _, line := range []string{"time.Sleep(time.Second)", "if took := time.Since(began); took > 2*time.Second {",
		"if time.Since(began) > limit*time.Second {"} {
		if !matchesAny(line) {
			t.Errorf("no pattern matches %s", line)
		}
	}
	root, read := "..", 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		measures := strings.HasSuffix(path, "speed_test.go") || strings.HasSuffix(path, "bench_test.go")
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") || measures ||
			entry.Name() == "clock_test.go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		if strings.Contains(string(text), `"testing/synctest"`) { // its clock is a false one
			return nil
		}
		for i, line := range strings.Split(string(text), "\n") {
			if matchesAny(line) {
				t.Errorf("%s line %d depends on the speed of the machine: %s", path, i+1, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil || read < 100 {
		t.Errorf("%d files of tests, error %v", read, err)
	}
}

func matchesAny(line string) bool {
	for _, c := range clocks {
		if c.MatchString(line) {
			return true
		}
	}
	return false
}
