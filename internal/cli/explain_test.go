package cli

import (
	"path/filepath"
	"testing"
)

func TestLink(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, tt := range []struct{ path, out, want string }{
		{"drawn/a.svg", "", "drawn/a.svg"},
		{"drawn/a.svg", "path.md", "drawn/a.svg"},
		{"drawn/a.svg", "text/path.md", "../drawn/a.svg"},
		{"drawn/a.svg", filepath.Join(dir, "text", "path.md"), "../drawn/a.svg"},
		{filepath.Join(dir, "drawn", "a.svg"), "path.md", "drawn/a.svg"},
		{"a <b> #1?/50%.svg", "path.md", "a%20%3Cb%3E%20%231%3F/50%25.svg"},
	} {
		if got, err := link(filepath.FromSlash(tt.path), filepath.FromSlash(tt.out)); err != nil || got != tt.want {
			t.Errorf("link to %s from %q is %q, error %v, want %q", tt.path, tt.out, got, err, tt.want)
		}
	}
}
