package verify

import (
	"fmt"

	"setdoku"
)

// checkCovers checks the covers, the fins and the body of a fish. Every candidate of a base lies in a cover or is
// shown as a fin. A candidate in two bases may be shown as an endo fin. All other candidates are shown as the
// body. The fish has as many covers as bases.
func (a *argument) checkCovers(*situation) error {
	var bases, covers [setdoku.CellCount]int
	var fins, endo, body [setdoku.CellCount]bool
	count := map[string]int{}
	var digit uint8
	for _, r := range a.rows {
		count[r.Role]++
		switch r.Role {
		case "base", "cover":
			digit = r.Digit
			into := &bases
			if r.Role == "cover" {
				into = &covers
			}
			for _, i := range setdoku.Units[unitIndex(r)] {
				into[i]++
			}
		case "fin":
			fins[setdoku.CellIndex(r.Cell)] = true
		case "endo_fin":
			endo[setdoku.CellIndex(r.Cell)] = true
		case "body":
			body[setdoku.CellIndex(r.Cell)] = true
		}
	}
	if count["cover"] == 0 {
		if count["fin"]+count["endo_fin"]+count["body"] > 0 {
			return fmt.Errorf("a fin or a body without a cover")
		}
		return nil
	}
	if count["base"] != count["cover"] {
		return fmt.Errorf("%d bases and %d covers, want as many of each", count["base"], count["cover"])
	}
	for _, r := range a.rows {
		if r.Digit != digit && r.Role != "set" {
			return fmt.Errorf("row %d has digit %d, want one digit in all rows of a fish", r.Ordinal, r.Digit)
		}
	}
	for i, m := range a.p.marks {
		name := setdoku.CellName(i)
		switch {
		case endo[i] && bases[i] < 2:
			return fmt.Errorf("%s is shown as an endo fin, but does not lie in two bases", name)
		case fins[i] && (bases[i] == 0 || covers[i] > 0):
			return fmt.Errorf("%s is shown as a fin, but is no candidate of a base outside the covers", name)
		case m.Has(digit) && bases[i] > 0 && covers[i] == 0 && !fins[i] && !endo[i]:
			return fmt.Errorf("%s of a base lies in no cover and is not shown as a fin", name)
		case body[i] && (bases[i] == 0 || fins[i] || endo[i]):
			return fmt.Errorf("%s is shown as body, but lies in no base or is a fin", name)
		case m.Has(digit) && bases[i] > 0 && !body[i] && !fins[i] && !endo[i]:
			return fmt.Errorf("%s of a base is not shown as body", name)
		}
	}
	return nil
}

// Bounds of Franken and mutant fish in a solve.
const (
	complexBasesMost = 4
	complexFinsMost  = 5
)

// argueComplexFish reads a fish whose bases may be units of any kind. The numbers of bases and fins are limited.
func argueComplexFish(technique string, basesMost int) func(*situation, []setdoku.Evidence) (proof, error) {
	return func(s *situation, rows []setdoku.Evidence) (proof, error) {
		bases, fins := 0, 0
		for _, r := range rows {
			switch r.Role {
			case "base":
				bases++
			case "fin", "endo_fin":
				fins++
			}
		}
		if bases > basesMost {
			return nil, fmt.Errorf("%d bases, want %d at most", bases, basesMost)
		}
		if fins > complexFinsMost {
			return nil, fmt.Errorf("%d fins, want %d at most", fins, complexFinsMost)
		}
		return shapedAs(technique)(s, rows)
	}
}

// inCover reports whether an eliminated candidate lies in a cover. It is true for a pattern without covers.
func (a *argument) inCover(d Conclusion) bool {
	covers := false
	for _, r := range a.rows {
		if r.Role != "cover" {
			continue
		}
		covers = true
		if r.Digit == d.Digit && contains(unitIndex(r), setdoku.CellIndex(d.Cell)) {
			return true
		}
	}
	return !covers
}
