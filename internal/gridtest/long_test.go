package gridtest

import "testing"

func TestLong(t *testing.T) {
	for _, tt := range []struct {
		required, nightly string
		long, night       bool
		size              int
	}{{"", "", false, false, 2}, {"1", "", true, false, 2}, {"1", "1", true, true, 9}} {
		t.Setenv("SETDOKU_REQUIRE", tt.required)
		t.Setenv("SETDOKU_NIGHTLY", tt.nightly)
		long, night := false, false
		t.Run("long", func(t *testing.T) {
			Long(t, "the subtest of this test")
			long = true
		})
		t.Run("nightly", func(t *testing.T) {
			Nightly(t, "the subtest of this test")
			night = true
		})
		got, part := Size(2, 9), Part(5, make([]int, 9))
		if long != tt.long || night != tt.night || got != tt.size || len(part) != tt.size {
			t.Errorf("%+v: long %t, nightly %t, size %d and %d cases", tt, long, night, got, len(part))
		}
	}
}
