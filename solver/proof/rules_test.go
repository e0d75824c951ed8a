package proof_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/proof"
)

// ruleCases have, for each rule by which the prover accepts a deduction, one that follows, and the same with one thing
// changed so that it does not.
//
// A word of a board leaves a cell or a unit few candidates: 11=12 leaves r1c1 the digits 1 and 2, and 4@1=11,12 leaves
// digit 4 the cells r1c1 and r1c2 of unit 1; +11=1 places a digit, *11=1 is a given. A word of the evidence is a role
// with a cell, a digit, or both (11, 4 and 114), and @ with a unit. A deduction is a placement 11=4 or an elimination
// 11-4.
var ruleCases = []struct {
	name             string
	variant          string // "" for classic; "unique" before it if the puzzle is known to have one solution
	board            string
	evidence, proves string
	follows          bool
}{
	{"cells", "", "11=12 12=12", "cell11 cell12", "13-1", true},
	{"a third digit in a cell", "", "11=12 12=123", "cell11 cell12", "13-1", false},
	{"a cell that the evidence leaves out", "", "11=12 12=12", "cell11", "13-1", false},
	{"a cell named with one of its digits", "", "11=12 12=12", "cell111 cell121", "13-1", false},
	{"the only row has a cell and its digit", "", "11=1", "single111", "11=1", true},
	{"another digit in this cell", "", "11=12", "single111", "11=1", false},

	{"the places of a digit", "", "4@19=11,12", "base4@19", "19-4", true},
	{"another place", "", "4@19=11,12,21", "base4@19", "19-4", false},
	{"a unit that the evidence leaves out", "", "4@19=11,12", "base4@20", "19-4", false},
	{"the places of another digit", "", "4@19=11,12", "base5@19", "19-4", false},
	{"the places of the last digit", "", "9@19=11,12", "base9@19", "19-9", true},
	{"the digit of another unit", "", "5@19=11,12", "base4@19 base5@20", "19-5", false},
	{"a digit without a unit", "", "94=1", "cell11 digit4", "91-1", false},
	{"the places of all digits of the evidence", "", "1@1=11,12 2@1=11,12", "unit@1 digit1 digit2", "11-3", true},
	{"a digit that the evidence leaves out", "", "1@1=11,12 2@1=11,12", "unit@1 digit1", "11-3", false},
	{"digits alone name all units", "", "4@1=11", "digit4", "21-4", true},
	{"two places in every unit", "", "4@1=11,15", "digit4", "21-4", false},
	{"peers of a variant", "anti-knight", "4@19=22,31", "base4@19", "43-4", true},
	{"peers of another variant", "", "4@19=22,31", "base4@19", "43-4", false},
	{"no evidence names everything", "", "11=12 12=12 4@19=31,32", "", "13-1 39-4", true},
	{"what nothing says", "", "11=12 12=12", "", "13-3", false},
	{"one deduction of two", "", "11=12 12=12", "cell11 cell12", "13-1 13-3", false},
	{"one placement of two", "", "11=1 12=23", "", "11=1 12=2", false},

	{"no candidate", "", "11=12 12=12 13=345", "cell11 cell12", "13-1", false},
	{"a filled cell", "", "+11=1", "cell11", "11=1", false},
	{"no such cell", "", "11=12 12=12", "cell11 cell12 cell10", "13-1", false},
	{"no such digit", "", "11=12 12=12", "cell11 cell12 cell7110", "13-1", false},
	{"no such unit", "", "11=12 12=12", "cell11 cell12 base1@28", "13-1", false},

	{"a rectangle", "unique", "11=12 12=12 41=12 42=123", "floor11 floor12 floor41 roof42", "42=3", true},
	{"a rectangle in a puzzle with several solutions", "", "11=12 12=12 41=12 42=123",
		"floor11 floor12 floor41 roof42", "42=3", false},
	{"a rectangle in four boxes", "unique", "11=12 14=12 41=12 44=123", "floor11 floor14 floor41 roof44", "44=3", false},
	{"a rectangle with another digit", "unique", "11=12 12=14 41=12 42=123", "floor11 floor12 floor41 roof42", "42=3",
		false},
	{"a rectangle with two roofs", "unique", "11=12 12=12 41=124 42=123", "floor11 floor12 roof41 roof42", "42=3",
		false},
	{"four corners with a third digit", "unique", "11=123 12=123 41=123 42=1234", "floor11 floor12 floor41 roof42", "42=4",
		false},
	{"three corners", "unique", "11=12 12=12 41=12 42=123", "floor11 floor12 floor41", "42=3", false},
	{"a filled rectangle", "unique", "+11=1 +12=2 +41=2 42=13", "filled11 filled12 filled41 open42", "42=3", true},
	{"a given corner", "unique", "+11=1 *12=2 +41=2 42=13", "filled11 filled12 filled41 open42", "42=3", false},
	{"all open cells have two digits", "unique 4x4", bugBoard + " 11=123", "cell11", "11-2", true},
	{"two open cells with three digits", "unique 4x4", bugBoard + " 11=123 12=123", "cell11", "11-2", false},
	{"the digits go around", "unique 4x4", cycleBoard + " 11=123", "cell11", "11-2", true},
	{"peers with one digit in common", "unique 4x4+anti-king", cycleBoard + " 11=123", "cell11", "11-2", false},
	{"three pairs", "unique anti-king", "21=12 22=12 51=23 52=23 81=13 82=123",
		"floor21 floor22 floor51 floor52 floor81 roof82", "82=2", true},
	{"peers beside three pairs that see only another pair", "unique anti-king", "31=12 32=12 61=23 62=23 91=13 92=123",
		"floor31 floor32 floor61 floor62 floor91 roof92", "92=2", false},
	{"peers with both digits or none in common", "unique 4x4+anti-king", bugBoard + " 11=123", "cell11", "11-2", true},
	{"a diagonal is exchanged too", "unique x", "11=12 12=12 41=12 42=123", "floor11 floor12 floor41 roof42", "42=3",
		false},
	{"a rectangle between peers without a common unit", "unique anti-king", "11=12 12=12 41=12 42=123",
		"floor11 floor12 floor41 roof42", "42=3", true},
	{"a peer beside a rectangle", "unique anti-king", "12=12 13=12 42=12 43=123", "floor12 floor13 floor42 roof43",
		"43=3", false},

	{"a hypothesis", "", "12=12 13=13 14=23", "assume111 contradiction14", "11-1", true},
	{"a hypothesis without contradiction", "", "12=12 13=13 14=234", "assume111 contradiction14", "11-1", false},
	{"another candidate than the hypothesis", "", "12=12 13=13 14=23", "assume111 contradiction14", "11-2", false},
	{"a placement against the hypothesis", "", "12=12 13=13 14=23", "assume111 contradiction14", "11=1", false},
	{"two hypotheses without a set", "", "12=12 13=13 14=23", "assume111 contradiction14 assume112 contradiction14",
		"11-1", false},
	{"a hypothesis of no candidate", "", "11=23 12=12 13=13 14=23", "assume111 contradiction14", "11-2", false},
	{"a row that does not follow", "", "12=12", "assume111 place125 contradiction14", "11-1", false},
	{"a row of no candidate", "", "12=12", "assume111 place12 contradiction14", "11-1", false},
	{"an elimination that does not follow", "", "11=1234 12=12", "assume111 eliminate193 contradiction19", "11-1", false},

	{"a cell whose digits all place a digit", "", "11=12" + verity, "cell11 assume111 assume112", "19=7", true},
	{"a digit of the cell is left out", "", "11=12" + verity, "cell11 assume111", "19=7", false},
	{"a third digit of the cell", "", "11=123" + verity, "cell11 assume111 assume112", "19=7", false},
	{"the set is another cell", "", "11=12" + verity, "cell55 assume111 assume112", "19=7", false},
	{"a branch that places nothing", "", "11=124" + verity, "cell11 assume111 assume112 assume114", "19=7", false},
	{"a branch that ends in a contradiction", "", "11=124 41=45 51=46 52=56" + verity,
		"cell11 assume111 assume112 assume114 contradiction52", "19=7", true},
	{"a contradiction that is none", "", "11=12" + verity, "cell11 assume111 assume112 contradiction19", "19=7",
		false},
	{"a row of a branch that does not follow", "", "11=12" + verity, "cell11 assume111 place555 assume112", "19=7", false},
	{"places that all place a digit", "", "1@10=11,81 11=12 81=12" + verity,
		"base1@10 assume111 assume811", "19=7", true},
	{"a place is left out", "", "1@10=11,81 11=12 81=12" + verity, "base1@10 assume111", "19=7", false},
	{"a third place", "", "1@10=11,81,91 11=12 81=12" + verity, "base1@10 assume111 assume811", "19=7", false},
	{"a set without cell and digit", "", "11=12" + verity, "base@1 assume111 assume112", "19=7", false},
	{"a pattern of which one candidate is true", "", "11=123 41=23 51=23" + verity, "cell11 cell41 cell51 assume111",
		"19=7", true},
	{"a pattern of which none need be true", "", "11=123 41=235 51=23" + verity, "cell11 cell41 cell51 assume111",
		"19=7", false},
	{"a pattern with a cell left out", "", "11=123 41=23 51=23" + verity, "cell11 cell41 assume111", "19=7", false},
}

// verity leaves cells in which 1 and 2 in r1c1 both place 7 in r1c9, and another digit there does not.
const verity = " 12=15 13=16 21=24 29=45 31=23 39=36 19=567"

// bugBoard leaves each cell of a board of 4x4 two digits, each digit twice in every unit.
const bugBoard = "11=12 12=12 13=34 14=34 21=34 22=34 23=12 24=12 31=12 32=12 33=34 34=34 41=34 42=34 43=12 44=12"

// cycleBoard is such a board whose pairs are those of neighbours in the cycle 1, 2, 3, 4.
const cycleBoard = "11=12 12=23 13=34 14=14 21=34 22=14 23=12 24=23 31=23 32=12 33=14 34=34 41=14 42=34 43=23 44=12"

// TestRules proves the deductions of ruleCases, and no more than those that follow.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, tt := range ruleCases {
		t.Run(tt.name, func(t *testing.T) {
			variant, unique := strings.CutPrefix(tt.variant, "unique")
			if variant = strings.TrimSpace(variant); variant == "" {
				variant = "classic"
			}
			s, d := drawBoard(t, variant, tt.board), deduction(t, tt.evidence, tt.proves)
			p := proof.New()
			gridtest.Must(t, p.Load(&s))
			if err := p.Prove(&d, unique); err == nil != tt.follows {
				t.Errorf("error %v, it follows: %t", err, tt.follows)
			}
		})
	}
}

// TestClashes has digits that exclude each other, in a state and in a deduction.
func TestClashes(t *testing.T) {
	t.Parallel()
	p := proof.New()
	s := drawBoard(t, "anti-knight", "+11=1 +23=1")
	if p.Load(&s) == nil {
		t.Error("a state with a digit in two cells that see each other is loaded")
	}
	p.Reset()
	d := deduction(t, "", "11=1 19=1")
	if p.Apply(&d) {
		t.Error("a deduction with two placements in a row is applied")
	}
}

// drawBoard returns the board of a case.
func drawBoard(t *testing.T, variant, words string) (s setdoku.State) {
	t.Helper()
	var err error
	if s.Variant, err = setdoku.ParseVariant(variant); err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`^([+*]?)(\d+)(@?)(\d*)=(.+)$`)
	for text := range strings.FieldsSeq(words) {
		m := word.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("the board has a word %q", text)
		}
		first, _ := strconv.Atoi(m[2])
		switch cell := setdoku.Cell(first); {
		case m[3] == "@":
			unit, _ := strconv.Atoi(m[4])
			for _, i := range s.Board().Units[unit-1] {
				if !slices.Contains(strings.Split(m[5], ","), strconv.Itoa(int(setdoku.CellAt(i)))) {
					s.Deleted[i] |= setdoku.NewDigitSet(uint8(first))
				}
			}
		case m[1] == "+":
			s.Placed[cell.Index()] = m[5][0] - '0'
		case m[1] == "*":
			s.Givens[cell.Index()] = m[5][0] - '0'
		default:
			s.Deleted[cell.Index()] = setdoku.AllDigits
			for _, d := range []byte(m[5]) {
				s.Deleted[cell.Index()] &^= setdoku.NewDigitSet(d - '0')
			}
		}
	}
	return s
}

// deduction returns the deduction of a case.
func deduction(t *testing.T, evidence, proves string) (d setdoku.Deduction) {
	t.Helper()
	row := regexp.MustCompile(`^([a-z]+)(\d\d)?(\d+)?(?:@(\d+))?$`)
	for text := range strings.FieldsSeq(evidence) {
		m := row.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("the evidence has a word %q", text)
		}
		cell, _ := strconv.Atoi(m[2])
		digit, _ := strconv.Atoi(m[3])
		unit, _ := strconv.Atoi(m[4])
		d.Evidence = append(d.Evidence, setdoku.Evidence{Ordinal: len(d.Evidence) + 1, Role: m[1],
			Cell: setdoku.Cell(cell), Digit: uint8(digit), Unit: unit})
	}
	for text := range strings.FieldsSeq(proves) {
		cell, _ := strconv.Atoi(text[:2])
		c := setdoku.Candidate{Cell: setdoku.Cell(cell), Digit: text[3] - '0'}
		if text[2] == '=' {
			d.Placements = append(d.Placements, c)
		} else {
			d.Eliminations = append(d.Eliminations, c)
		}
	}
	return d
}
