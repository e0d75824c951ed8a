package forcing

import (
	"fmt"

	"setdoku"
)

// Pattern is a forcing pattern. With a set, one of its branches is true. Without, its only branch is a refutation. A
// set is a row with a cell, a row with a unit and a digit, or the rows of a pattern that needs one of the branches.
type Pattern struct {
	Set      []setdoku.Evidence // the rows before the first assumption
	Branches []Branch
	state    setdoku.State
}

// Branch is one hypothesis: the assumption and its consequences.
type Branch struct {
	Assumed setdoku.Candidate
	Steps   []Consequence
	// End is the contradiction, or nil.
	End   *Consequence
	first setdoku.Evidence // the row of the assumption
	at    *grid            // after all rows
}

// Consequence is a row of a branch with its reason.
type Consequence struct {
	Row    setdoku.Evidence
	Reason Reason
	node   int // of the branch
}

// Read reads the rows of a pattern in the state s. The error names a row that does not fit. Read does not check whether
// the assumptions are all candidates of a cell or all places of a digit.
func Read(s setdoku.State, rows []setdoku.Evidence) (*Pattern, error) {
	p := &Pattern{state: s}
	for len(rows) > 0 && rows[0].Role != "assume" {
		switch e := rows[0]; {
		case e.Role == "cell" && e.Cell.Valid():
		case e.Role == "base" && s.Board().HasUnit(e.Unit) && setdoku.AllDigits.Has(e.Digit):
		case e.Role == "digit" && setdoku.AllDigits.Has(e.Digit):
		default:
			return nil, rowError(e)
		}
		p.Set, rows = append(p.Set, rows[0]), rows[1:]
	}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Role != "assume" {
			n++
		}
		b, err := readBranch(s, rows[:n])
		if err != nil {
			return nil, err
		}
		p.Branches = append(p.Branches, *b)
		rows = rows[n:]
	}
	if len(p.Branches) == 0 || p.Set == nil && (len(p.Branches) > 1 || p.Branches[0].End == nil) {
		return nil, fmt.Errorf("the rows are neither one refutation nor the branches of a set")
	}
	return p, nil
}

func rowError(row setdoku.Evidence) error {
	return fmt.Errorf("row %d, role %s, does not fit", row.Ordinal, row.Role)
}

func readBranch(s setdoku.State, rows []setdoku.Evidence) (*Branch, error) {
	b := &Branch{first: rows[0], at: newGrid(s)}
	for k, row := range rows {
		if row.Role == "contradiction" && k == len(rows)-1 && k > 0 {
			reason, ok := b.at.ending(row)
			if !ok {
				return nil, rowError(row)
			}
			b.End = &Consequence{row, reason, 0}
			continue
		}
		c := row.Candidate()
		if !c.Valid() || (k == 0) != (row.Role == "assume") || !b.at.live(c.Cell.Index()).Has(c.Digit) {
			return nil, rowError(row)
		}
		reason, ok := b.at.parseReason(row.Role, c)
		if !ok {
			return nil, rowError(row)
		}
		node := b.at.record(row, reason.needs)
		if row.Role == "assume" || row.Role == "place" {
			b.at.place(c, node)
		} else {
			b.at.remove(c, node)
		}
		if k == 0 {
			b.Assumed = c
		} else {
			b.Steps = append(b.Steps, Consequence{row, reason, node})
		}
	}
	return b, nil
}

// parseReason returns why a row of a candidate holds.
func (b *grid) parseReason(role string, c setdoku.Candidate) (Reason, bool) {
	switch role {
	case "assume":
		return Reason{}, true
	case "place":
		return b.single(c)
	case "eliminate":
		return b.elimination(c)
	case "refute":
		return b.refutation(c)
	}
	return Reason{}, false
}

// Shown returns the branch that a picture shows: that of a refutation, or the first branch of a set that has steps.
func (p *Pattern) Shown() *Branch {
	for i := range p.Branches {
		if len(p.Branches[i].Steps) > 0 {
			return &p.Branches[i]
		}
	}
	return &p.Branches[0]
}
