package cli_test

import (
	"net"
	"slices"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/gridtest"
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
