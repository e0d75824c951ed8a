package web_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"setdoku/internal/gridtest"
)

// scripted gives the scripts of the pages and a JSON value to a module of testdata and decodes what it writes. It needs
// Node and no browser.
func scripted(t *testing.T, module string, in, out any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		gridtest.Cannot(t, "no Node on this machine:", err)
	}
	folder := t.TempDir() // where they are modules for every version of Node
	if err := os.CopyFS(folder, os.DirFS("assets")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, filepath.Join("testdata", module), folder)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), t.Output()
	written, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(written, out); err != nil {
		t.Fatal(err)
	}
}

// TestDigitKeys sends the keys of digits, with and without modifiers, as the systems send them. Windows takes Shift
// back when a key of the keypad sends a movement in place of its digit.
func TestDigitKeys(t *testing.T) {
	t.Parallel()
	type event struct {
		Key       string `json:"key"`
		Code      string `json:"code"`
		Modifiers string `json:"modifiers"`
	}
	cases := []struct {
		event
		want string
	}{
		{event{"9", "Digit9", ""}, "digit-9"},
		{event{"(", "Digit9", "Shift"}, "corner-9"},
		{event{"9", "Digit9", "Control"}, "mark-9"},
		{event{"(", "Digit9", "Control Shift"}, "color-9"},
		{event{"9", "Digit9", "Alt NumLock"}, "color-9"},
		{event{"ç", "Digit9", ""}, "digit-9"}, // French

		{event{"9", "Numpad9", "NumLock"}, "digit-9"},
		{event{"9", "Numpad9", "NumLock Control"}, "mark-9"},
		{event{"9", "Numpad9", ""}, "digit-9"}, // macOS has no Num Lock
		{event{"9", "Numpad9", "Shift"}, "corner-9"},

		// Shift with Num Lock: on Windows, then on Linux.
		{event{"PageUp", "Numpad9", "NumLock"}, "corner-9"},
		{event{"ArrowUp", "Numpad8", "NumLock"}, "corner-8"},
		{event{"Home", "Numpad7", "NumLock"}, "corner-7"},
		{event{"Clear", "Numpad5", "NumLock"}, "corner-5"},
		{event{"PageUp", "Numpad9", "NumLock Control"}, "color-9"},
		{event{"ArrowUp", "Numpad8", "NumLock Alt"}, "color-8"},
		{event{"ArrowUp", "Numpad8", "NumLock Shift"}, "corner-8"},
		{event{"End", "Numpad1", "NumLock Shift"}, "corner-1"},

		// Without Num Lock the keypad moves.
		{event{"ArrowUp", "Numpad8", ""}, "to 45"},
		{event{"ArrowLeft", "Numpad4", "Shift"}, "to 54"},
		{event{"Home", "Numpad7", ""}, "to 51"},
		{event{"End", "Numpad1", "Control"}, "to 99"},
		{event{"PageUp", "Numpad9", ""}, ""},
		{event{"PageDown", "Numpad3", "Shift"}, ""},
		{event{"Clear", "Numpad5", ""}, ""},

		// The keys of movements are those with Num Lock too.
		{event{"ArrowUp", "ArrowUp", "NumLock"}, "to 45"},
		{event{"ArrowDown", "ArrowDown", "NumLock Shift"}, "to 65"},
		{event{"End", "End", "NumLock"}, "to 59"},
	}
	events := make([]event, len(cases))
	for i, c := range cases {
		events[i] = c.event
	}
	var did []string
	scripted(t, "keys.mjs", events, &did)
	if len(did) != len(cases) {
		t.Fatalf("%d answers to %d events", len(did), len(cases))
	}
	for i, c := range cases {
		if did[i] != c.want {
			t.Errorf("%+v: %q, want %q", c.event, did[i], c.want)
		}
	}
}
