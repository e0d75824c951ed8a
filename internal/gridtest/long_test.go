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
		if got := Size(2, 9); ran != tt.ran || got != tt.size {
			t.Errorf("SETDOKU_REQUIRE=%q: ran %t and size %d, want %t and %d", tt.value, ran, got, tt.ran, tt.size)
		}
	}
}
