package statement

import "testing"

func TestNotesOfOneSizeIncludeThoseOfTheFile(t *testing.T) {
	if !ReuseFile.in(ReuseSize) || !ReuseSize.in(ReuseSize) || ReuseSize.in(ReuseFile) || ReuseFile.in(ReuseNone) ||
		ReuseNone.in(ReuseSize) {
		t.Error("work tables of one size include those of the file, and no other way round")
	}
}
