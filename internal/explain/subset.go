package explain

import "setdoku"

func tellConfined(t *teller) {
	base, cover := t.first("base"), t.first("cover")
	t.say("In %s all places of the %d lie in %s: %s.", unitName(base.unit), base.digit, unitName(cover.unit), cellNames(t.places(base.unit, base.digit)))
	t.say("One of them holds the %d of %s, which is the %d of %s too, so it stands nowhere else in %s: %s.",
		base.digit, unitName(base.unit), base.digit, unitName(cover.unit), unitName(cover.unit), t.effect())
}

func tellLockedSubset(t *teller) {
	cells, digits, units := t.cells("cell"), t.digits("digit"), t.units("unit")
	t.say("%s lie in %s and in %s at once, and hold nothing but %s: %s.", cellNames(cells), unitName(units[0]), unitName(units[1]), digitNames(digits), t.withMarks(cells))
	t.say("%s cells for %s digits take all of these, so they stand nowhere else in either unit: %s.", number(len(cells)), number(digits.Count()), t.effect())
}

func tellNakedSubset(t *teller) {
	cells, digits, unit := t.cells("cell"), t.digits("digit"), t.first("unit").unit
	t.say("In %s, %s hold nothing but %s: %s.", unitName(unit), cellNames(cells), digitNames(digits), t.withMarks(cells))
	t.say("%s cells for %s digits take all of these, so no other cell of %s has one of them: %s.", number(len(cells)), number(digits.Count()), unitName(unit), t.effect())
}

func tellHiddenSubset(t *teller) {
	cells, digits, unit := t.cells("cell"), t.digits("digit"), t.first("unit").unit
	t.say("In %s, %s have no places but %s.", unitName(unit), digitNames(digits), cellNames(cells))
	for m := digits; m != 0; m &= m - 1 {
		t.say("The %d can go into %s.", m.Lowest(), orCells(t.places(unit, m.Lowest())))
	}
	t.say("%s digits need %s cells, so these hold nothing else: %s.", number(digits.Count()), number(len(cells)), t.effect())
}

// tellSueDeCoq takes the parts of the pattern from where its cells lie.
func tellSueDeCoq(t *teller) {
	cells := t.cellsOf(setdoku.ClassCellTruth)
	box, line := crossedBy(cells)
	var core, inLine, inBox []int
	for _, i := range cells {
		switch {
		case inUnit(box, i) && inUnit(line, i):
			core = append(core, i)
		case inUnit(line, i):
			inLine = append(inLine, i)
		default:
			inBox = append(inBox, i)
		}
	}
	all := t.union(cells)
	t.say("Where %s and %s meet lie %s. Take %s of %s and %s of %s besides.", unitName(box), unitName(line), t.withMarks(core),
		t.withMarks(inLine), unitName(line), t.withMarks(inBox), unitName(box))
	t.say("That makes %s cells for the %s digits %s. None of these can stand there twice, for %s %s no digit with %s, and all other pairs of the cells see each other.",
		number(len(cells)), number(all.Count()), digitNames(all), cellNames(inLine), either(len(inLine), "shares", "share"), cellNames(inBox))
	t.say("So each of the digits stands there once, and leaves the cells that see all its places in the pattern: %s.", t.effect())
}

// crossedBy returns a box and a line that hold all cells together, some in both, some in each alone.
func crossedBy(cells []int) (box, line int) {
	for b := 18; b < 27; b++ {
	lines:
		for l := range 18 {
			var both, onlyBox, onlyLine int
			for _, i := range cells {
				switch inB, inL := inUnit(b, i), inUnit(l, i); {
				case inB && inL:
					both++
				case inB:
					onlyBox++
				case inL:
					onlyLine++
				default:
					continue lines
				}
			}
			if both >= 2 && onlyBox > 0 && onlyLine > 0 && inUnit(b, cells[0]) && inUnit(l, cells[0]) {
				return b, l
			}
		}
	}
	return commonUnits(cells[:1])[2], commonUnits(cells[:1])[0]
}
