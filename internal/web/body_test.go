package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"setdoku/internal/web"
)

// repeated is a body of size bytes that repeats a line.
func repeated(line string, size int64) io.Reader {
	unit := strings.Repeat(line, 1+(64<<10)/len(line))
	var units []io.Reader
	for n := int64(0); n < size; n += int64(len(unit)) {
		units = append(units, strings.NewReader(unit))
	}
	return io.LimitReader(io.MultiReader(units...), size)
}

// TestRefusalIsSeen sends requests that are refused, as a client does that sends all of a request before it reads the
// answer.
func TestRefusalIsSeen(t *testing.T) {
	path := newDatabase(t, 4)
	writes, reads := newServer(t, path, web.Options{}), newServer(t, path, web.Options{ReadOnly: true})
	secret := newServer(t, path, web.Options{Token: testToken})
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		name, address, head, kind string
		size                      int64 // of the body, in chunks if it is negative
		want                      string
	}{
		{"a long list", writes.URL, "POST /api/puzzles", "text/plain", 40 << 20, "413 want at most 16 MB"},
		{"a long list to check", reads.URL, "POST /api/puzzles/check", "text/plain", 17 << 20,
			"413 want at most 16 MB"},
		{"a list of unknown length", reads.URL, "POST /api/puzzles/check", "text/plain", -(17 << 20),
			"413 want at most 16 MB"},
		{"a file", writes.URL, "POST /solve", "multipart/form-data; boundary=b", 17 << 20, "413 want at most 16 MB"},
		{"a move", writes.URL, "POST /puzzles/1", form, 20 << 20, "413 want at most 64 kB"},
		{"a move of unknown length", writes.URL, "POST /puzzles/1", form, -(1 << 20), "413 want at most 64 kB"},
		{"a move as JSON", writes.URL, "POST /api/puzzles/1/moves", "application/json", 20 << 20,
			"413 want at most 64 kB"},
		{"a game", writes.URL, "POST /games", form, 20 << 20, "413 want at most 64 kB"},
		{"a read-only server", reads.URL, "POST /api/puzzles", "text/plain", 15 << 20, "403 this server is read-only"},
		{"no token", secret.URL, "POST /api/puzzles", "text/plain", 15 << 20, "401 needs its token"},
		{"no page", reads.URL, "POST /nothing", "text/plain", -(1 << 20), "404 there is no page"},
	} {
		t.Run(c.name, func(t *testing.T) {
			size, length, begin, end := c.size, fmt.Sprintf("Content-Length: %d", c.size), "", ""
			if size < 0 {
				size = -size
				length, begin, end = "Transfer-Encoding: chunked", fmt.Sprintf("%x\r\n", size), "\r\n0\r\n\r\n"
			}
			conn := dialServer(t, c.address)
			head := fmt.Sprintf("%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n%s\r\n\r\n%s", c.head, c.kind,
				length, begin)
			if _, err := io.Copy(conn, io.MultiReader(strings.NewReader(head), repeated("x", size),
				strings.NewReader(end))); err != nil {
				t.Fatalf("the connection was closed before all was sent: %v", err)
			}
			status, text := answerOf(t, conn)
			code, words, _ := strings.Cut(c.want, " ")
			if fmt.Sprint(status) != code || !strings.Contains(text, words) {
				t.Errorf("%d %.200s, want %s", status, text, c.want)
			}
		})
	}
	t.Run("before it is sent", func(t *testing.T) {
		conn := dialServer(t, reads.URL)
		fmt.Fprintf(conn, "POST /api/puzzles/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nExpect: "+
			"100-continue\r\n\r\n", 40<<20)
		if status, text := answerOf(t, conn); status != http.StatusRequestEntityTooLarge {
			t.Errorf("%d %.200s", status, text)
		}
	})
}

// dialServer opens a connection to a server, which ends after a minute at the latest.
func dialServer(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// answerOf reads an answer.
func answerOf(t *testing.T, conn net.Conn) (int, string) {
	t.Helper()
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(text)
}
