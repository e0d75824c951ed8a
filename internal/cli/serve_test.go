package cli_test

import (
	"net"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/testing/gridtest"
)

// TestSiteAddresses checks what serve prints for its listener on a machine with these interfaces.
func TestSiteAddresses(t *testing.T) {
	at := func(list ...string) (interfaces []net.Addr) {
		for _, text := range list {
			ip, network, err := net.ParseCIDR(text)
			gridtest.Must(t, err)
			interfaces = append(interfaces, &net.IPNet{IP: ip, Mask: network.Mask})
		}
		return interfaces
	}
	home := at("127.0.0.1/8", "::1/128", "192.168.7.20/24", "10.1.2.3/8", "169.254.3.4/16", "fe80::5/64",
		"2001:db8::7/64")
	for _, c := range []struct {
		listening, token string
		interfaces       []net.Addr
		want             []string
	}{
		{"127.0.0.1:8081", "", home, []string{"http://127.0.0.1:8081/"}},
		{"[::1]:8081", "", home, []string{"http://[::1]:8081/"}},
		{"192.168.7.20:80", "a b", home, []string{"http://192.168.7.20:80/?token=a+b"}},
		{"[::]:8081", "secret", home, []string{"http://192.168.7.20:8081/?token=secret",
			"http://10.1.2.3:8081/?token=secret", "http://localhost:8081/?token=secret"}},
		{"0.0.0.0:8081", "", at("127.0.0.1/8", "2001:db8::7/64"),
			[]string{"http://[2001:db8::7]:8081/", "http://localhost:8081/"}},
		{"0.0.0.0:8081", "", nil, []string{"http://localhost:8081/"}},
	} {
		if got := cli.SiteAddresses(c.listening, "/", c.token, c.interfaces); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.listening, got, c.want)
		}
	}
}

// TestQRLines reads the modules of a code back, and requires what a camera looks for: a light margin of four modules,
// the three squares in the corners, and the rows of modules in turns between the squares.
func TestQRLines(t *testing.T) {
	text, err := cli.QRLines("http://192.168.7.20:8081/games?token=ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	gridtest.Must(t, err)
	var rows [][]bool
	for line := range strings.Lines(text) {
		line, black := strings.CutPrefix(strings.TrimSuffix(line, "\x1b[0m\n"), "\x1b[30;107m")
		if !black {
			t.Fatalf("the line %q has no colors", line)
		}
		var up, down []bool
		for _, r := range line {
			up, down = append(up, r == '▀' || r == '█'), append(down, r == '▄' || r == '█')
		}
		rows = append(rows, up, down)
	}
	const margin = 4
	wide := len(rows[0])
	size := wide - 2*margin
	if size%4 != 1 || len(rows) < wide {
		t.Fatalf("%d modules in %d rows", size, len(rows))
	}
	at := func(x, y int) bool { return rows[y+margin][x+margin] }
	for y := -margin; y < size+margin; y++ {
		for x := -margin; x < size+margin; x++ {
			if (x < 0 || y < 0 || x >= size || y >= size) && at(x, y) {
				t.Fatalf("the margin is dark at %d, %d", x, y)
			}
		}
	}
	for _, corner := range [][2]int{{0, 0}, {size - 7, 0}, {0, size - 7}} {
		for k := range 7 { // the diagonal of the square
			if ring := min(k, 6-k); at(corner[0]+k, corner[1]+k) == (ring == 1) {
				t.Fatalf("the square at %v is wrong at %d", corner, k)
			}
		}
	}
	if dark := func(x, y int) bool { return x%2 == 0 && y%2 == 0 }; at(8, 6) != dark(8, 6) || at(6, 9) != dark(6, 9) {
		t.Error("the modules between the squares do not take turns")
	}
}
