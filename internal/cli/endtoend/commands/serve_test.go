package commands

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
)

// TestServe starts serve, requests a page, and interrupts serve as Ctrl-C does.
func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.Call(t.Context(), nil, "solve", clitest.GoodPuzzle, "--db", "test.db").Must(t, usage.ExitDone)
	for _, c := range []struct {
		name string
		args []string
		want string // in standard error
	}{
		{"this machine", []string{"--address", "127.0.0.1:0"}, "Ctrl-C ends it"},
		{"everybody", []string{"--address", "0.0.0.0:0", "--read-only"}, "warning: 0.0.0.0:0 is reachable from other machines"},
		{"a token", []string{"--address", "localhost:0", "--token", "a secret & more é"}, "Ctrl-C ends it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			reads, writes := io.Pipe()
			var told bytes.Buffer
			ended := make(chan int, 1)
			go func() {
				ended <- cli.Run(ctx, append([]string{"serve", "--db", "test.db"}, c.args...), stream.Streams{In: strings.NewReader(""), Out: writes, Err: &told})
			}()
			address, err := bufio.NewReader(reads).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			address = strings.TrimSpace(address)
			if hasToken := strings.Contains(address, "token="); hasToken != (c.name != "this machine") {
				t.Errorf("the address is %s", address)
			}
			cookies, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := (&http.Client{Jar: cookies}).Get(address)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
			if r.Request.URL.RawQuery != "" {
				t.Errorf("the browser ends at %s, want no token", r.Request.URL)
			}
			if page, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusOK || !strings.Contains(string(page), `href="/puzzles/1"`) {
				t.Errorf("%d %v %.300s", r.StatusCode, err, page)
			}
			cancel()
			if code := <-ended; code != usage.ExitDone || !strings.Contains(told.String(), c.want) {
				t.Errorf("exit code %d, standard error %q, want 0 and %q", code, told.String(), c.want)
			}
		})
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--db", "none.db"}, usage.ExitError, "no such file"},
		{[]string{"--db", "test.db", "--address", "here"}, usage.ExitUsage, "want HOST:PORT"},
		{[]string{"--db", "test.db", "--address", "203.0.113.7:1"}, usage.ExitError, "203.0.113.7"},
		{[]string{"--db", "test.db", "--token", "fifteen letters"}, usage.ExitUsage, "--token has 15 characters, want at least 16"},
		{[]string{"--db", "test.db", "--query-time", "0s"}, usage.ExitUsage, "want a time above 0"},
		{nil, usage.ExitUsage, "no database"},
	} {
		r := clitest.Call(t.Context(), nil, append([]string{"serve"}, c.args...)...).Must(t, c.code)
		if text := strings.Join(r.Err(), "\n"); !strings.Contains(text, c.want) {
			t.Errorf("%v: %q, want %q", c.args, text, c.want)
		}
	}
}
