package endtoend

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// TestServe starts serve, requests a page, and interrupts serve as Ctrl-C does.
func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.Done(t, "solve", clitest.GoodPuzzle, "--db", "test.db")
	for _, c := range []struct {
		args  []string
		token bool
		want  string // in standard error
	}{
		{[]string{"--address", "127.0.0.1:0"}, false, "Ctrl-C ends it"},
		{[]string{"--address", "0.0.0.0:0", "--read-only"}, true,
			"warning: 0.0.0.0:0 is reachable from other machines"},
		{[]string{"--address", "localhost:0", "--token", "a secret & more é"}, true, "Ctrl-C ends it"},
	} {
		r := begin(t, append([]string{"serve", "--db", "test.db"}, c.args...)...)
		if strings.Contains(r.address, "token=") != c.token {
			t.Errorf("the address is %s", r.address)
		}
		shows(t, r.address, `href="/puzzles/1"`)
		r.end(t, c.want)
	}
}

// running is a command that serves pages.
type running struct {
	address string // that it printed
	stderr  *bytes.Buffer
	cancel  context.CancelFunc
	ended   chan int
}

// begin starts a command that serves pages and waits until it prints its address.
func begin(t *testing.T, args ...string) running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := running{stderr: &bytes.Buffer{}, cancel: cancel, ended: make(chan int, 1)}
	reads, writes := io.Pipe()
	go func() {
		r.ended <- cli.Run(ctx, args, cli.Streams{In: strings.NewReader(""), Out: writes, Err: r.stderr})
		writes.Close()
	}()
	address, err := bufio.NewReader(reads).ReadString('\n')
	if err != nil {
		t.Fatal(err, r.stderr)
	}
	r.address = strings.TrimSpace(address)
	return r
}

// end interrupts the command as Ctrl-C does, and requires a text in standard error.
func (r running) end(t *testing.T, want string) {
	t.Helper()
	r.cancel()
	if code := <-r.ended; code != cli.ExitDone || !strings.Contains(r.stderr.String(), want) {
		t.Errorf("exit code %d, standard error %q, want 0 and %q", code, r.stderr, want)
	}
}

// shows requires that a browser shows a page with a text, and no token in its address.
func shows(t *testing.T, address, want string) {
	t.Helper()
	cookies, err := cookiejar.New(nil)
	gridtest.Must(t, err)
	r, err := (&http.Client{Jar: cookies}).Get(address)
	gridtest.Must(t, err)
	defer r.Body.Close()
	if page, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusOK || r.Request.URL.RawQuery != "" ||
		!strings.Contains(string(page), want) {
		t.Errorf("%s: %d %v %.300s", r.Request.URL, r.StatusCode, err, page)
	}
}

// TestPlay plays with nothing prepared, twice at the same time, and serves the same database.
func TestPlay(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("LocalAppData", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY"} {
		t.Setenv(name, "")
	}
	easy := begin(t, "play", "easy", "--no-browser")
	wing := begin(t, "play", "x_wing")
	serve := begin(t, "serve", "--address", "127.0.0.1:0")
	own := begin(t, "play", "--db", t.TempDir()+"/new.db")
	for _, game := range []running{easy, wing} {
		if !strings.Contains(game.address, "/games/") {
			t.Errorf("the address is %s", game.address)
		}
		shows(t, game.address, `id="board"`)
	}
	shows(t, serve.address, `href="/puzzles/2"`)
	shows(t, own.address, "no games yet")
	easy.end(t, "the database is ")
	wing.end(t, "Ctrl-C ends it")
	serve.end(t, "the database is ")
	own.end(t, "Ctrl-C")
}
