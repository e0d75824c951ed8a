package technique

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCommentsOfKeys compares the comments @key of this package with the headers in sql/: every key of a header is in
// a comment, and every comment is a key of a header. Search has a key without fields.
func TestCommentsOfKeys(t *testing.T) {
	headers, comments := keysIn(t, "../../../sql/*.sql", "--"), keysIn(t, "*.go", "//")
	headers = slices.DeleteFunc(headers, func(key string) bool { return key == "none" })
	if diff := cmp.Diff(headers, comments); diff != "" {
		t.Errorf("the comments in Go (+) differ from the headers in sql (-):\n%s", diff)
	}
}

// keysIn returns the different fields @key of the files of a pattern, sorted. An indented
// line continues the field. The names of techniques before a bar are not part of the key.
func keysIn(t *testing.T, pattern, comment string) (keys []string) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	field := regexp.MustCompile(`(?m)^\s*` + comment + ` @key (.*(?:\n\s*` + comment + `  .*)*)`)
	next := regexp.MustCompile(`\n\s*` + comment + ` +`)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range field.FindAllStringSubmatch(string(text), -1) {
			key := next.ReplaceAllString(found[1], " ")
			if _, after, named := strings.Cut(key, " | "); named {
				key = after
			}
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
