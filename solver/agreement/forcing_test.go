package agreement_test

import "testing"

func TestForcingAgrees(t *testing.T) {
	agreeOn(t, 60, "forcing", "forcing_verity")
}

func TestForcingPlusAgrees(t *testing.T) {
	agreeOn(t, 200, "forcing_plus")
}

func TestNestedTmp(t *testing.T) {
	agreeOn(t, 600, "nested_forcing")
}
