package statement

import "testing"

func TestNotesOfOneSizeIncludeThoseOfTheFile(t *testing.T) {
	if !NotesFile.in(NotesSize) || !NotesSize.in(NotesSize) || NotesSize.in(NotesFile) || NotesFile.in(NotesNone) || NotesNone.in(NotesSize) {
		t.Error("work tables of one size include those of the file, and no other way round")
	}
}
