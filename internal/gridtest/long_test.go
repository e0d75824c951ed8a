package gridtest

import "testing"

func TestLong(t *testing.T) {
	for _, tt := range []struct {
		value string
		ran   bool
		size  int
	}{{"", false, 2}, {"1", true, 9}} {
		t.Setenv("SETDOKU_REQUIRE", tt.value)
		ran := false
		t.Run("long", func(t *testing.T) {
			Long(t, "the subtest of this test")
			ran = true
		})
		got, part := Size(2, 9), Part(5, make([]int, 9))
		if ran != tt.ran || got != tt.size || len(part) != tt.size {
			t.Errorf("SETDOKU_REQUIRE=%q: ran %t, size %d and %d cases, want %t and twice %d", tt.value, ran, got,
				len(part), tt.ran, tt.size)
		}
	}
}
