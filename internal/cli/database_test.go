package cli

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/gridtest"
)

func TestParseIDs(t *testing.T) {
	for _, c := range []struct {
		list string
		want []idRange
	}{
		{"7", []idRange{{7, 7}}},
		{"1,2,5-9", []idRange{{1, 1}, {2, 2}, {5, 9}}},
		{"5-9, 1 ,5-6", []idRange{{5, 9}, {1, 1}, {5, 6}}},
		{"9223372036854775807", []idRange{{math.MaxInt64, math.MaxInt64}}},
	} {
		t.Run(c.list, func(t *testing.T) {
			got, err := parseIDs(c.list)
			gridtest.Must(t, err)
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(idRange{})); diff != "" {
				t.Errorf("ranges (-want +got):\n%s", diff)
			}
		})
	}
	for _, list := range []string{"", ",", "1,", "0", "-1", "1-", "-", "3-2", "1-2-3", "x", "1.5",
		"9223372036854775808"} {
		t.Run("refuses "+list, func(t *testing.T) {
			if got, err := parseIDs(list); err == nil {
				t.Errorf("ranges %v, want an error", got)
			}
		})
	}
}
