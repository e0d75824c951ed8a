package web

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"setdoku/internal/explain/picture"
)

var update = flag.Bool("update", false, "write assets/picture.css")

// TestPictureSheet compares the style sheet of the pictures with what the package picture says.
func TestPictureSheet(t *testing.T) {
	file := filepath.Join("assets", "picture.css")
	want := "/* Made by go test ./internal/web -run TestPictureSheet -update. */\n" + picture.StyleSheet()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): go test ./internal/web -run TestPictureSheet -update", file, err)
	}
}
