package driver

import "testing"

func TestNotesOfOneSizeIncludeThoseOfTheFile(t *testing.T) {
	if !reuseFile.in(reuseSize) || !reuseSize.in(reuseSize) || reuseSize.in(reuseFile) || reuseFile.in(reuseNone) ||
		reuseNone.in(reuseSize) {
		t.Error("work tables of one size include those of the file, and no other way round")
	}
}
