package explain

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"text/template"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
)

// wording holds the templates of a technique from its header. The zero value has none.
type wording struct {
	lines []*template.Template
	again []*template.Template // in short, for a technique that was explained before; nil for the same as lines
	where *template.Template   // nil to derive the area from the roles
}

// wordings holds the wordings of the techniques of sql/ by name.
var wordings sync.Map

// findWording returns the templates of a technique. by is the technique, if it is known. A technique from a file is
// only known by it.
func findWording(name string, by *catalogue.Technique) *wording {
	if by != nil && by.Text != "" {
		h, err := catalogue.ParseHeader(by.Text)
		if err != nil {
			return &wording{}
		}
		return newWording(name, &h)
	}
	if w, known := wordings.Load(name); known {
		return w.(*wording)
	}
	w := &wording{}
	h := catalogue.HeaderNamed(name)
	if h == nil {
		return w // not cached, because there may be any number of other names
	}
	w = newWording(name, h)
	wordings.Store(name, w)
	return w
}

// newWording takes the templates from a header, which has already parsed them.
func newWording(technique string, h *catalogue.Header) *wording {
	w := &wording{}
	functions := newExplainer(setdoku.State{}, setdoku.Deduction{}).functions()
	for _, text := range h.Words(technique) {
		w.lines = append(w.lines, template.Must(template.New("words").Funcs(functions).Parse(text)))
	}
	for _, text := range h.Again(technique) {
		w.again = append(w.again, template.Must(template.New("again").Funcs(functions).Parse(text)))
	}
	if text := h.Where(technique); text != "" {
		w.where = template.Must(template.New("where").Funcs(functions).Parse(text))
	}
	return w
}

// explain explains the deduction: first the pattern, then the argument, and last the effect. If the pattern was not
// stored, the sentences describe what is known. If rows of the pattern are missing, or the pencil marks are unknown,
// its rows are listed. Unless t.full is set, each refutation and each branch of a set takes one line.
func (t *explainer) explain(known bool, by *catalogue.Technique) Explanation {
	d := t.Deduction
	if d.Evidence == nil {
		d.Evidence = []setdoku.Evidence{} // JSON has an empty list
	}
	w := findWording(d.Technique, by)
	line := "" // in the notation of players
	switch {
	case !d.HasPattern():
		t.say("The rule is %s: %s.", d.Technique, t.effect())
		t.say(patternMissing)
	case d.Technique == setdoku.RuleManual:
		t.say("By hand: %s.", t.effect())
	case !known && d.Technique == setdoku.RuleSearch:
		t.say("All other candidates lead to a contradiction, so %s.", t.effect())
	case !known:
		t.rowByRow()
	case len(w.lines) == 0:
		t.rowByRow()
		line = t.notation()
	case t.sayAll(w.lines):
		line = t.notation()
	default:
		t.lines = nil
		if t.tooLong {
			t.say("The words of this technique are too long.")
		} else {
			t.say("The stored pattern is not one of this technique.")
		}
		t.rowByRow()
	}
	if note := degenerate(t.State, d); note != "" && known && len(t.lines) > 0 {
		t.lines = slices.Insert(t.lines, 1, note)
	}
	return Explanation{Deduction: d, Notation: line, Words: t.lines}
}

// again explains a deduction in short, for a reader who knows its technique: in the short words of the technique, or,
// for a technique of sql/, by the line of the pattern in the notation of players and the effect. It reports false if
// the technique has neither, or if they do not fit the pattern.
func (t *explainer) again(by *catalogue.Technique) (e Explanation, ok bool) {
	w := findWording(t.Technique, by)
	if !t.HasPattern() {
		return e, false
	}
	if len(w.again) == 0 {
		e = t.explain(true, by)
		if e.Notation == "" || catalogue.HeaderNamed(t.Technique) == nil || t.Kind() == picture.OfForcing {
			return e, false
		}
		effect := strings.Replace(e.Words[len(e.Words)-1], "Either way ", "So ", 1) // the ways are left out
		e.Words = []string{effect}
		return e, true
	}
	ok = t.sayAll(w.again) && len(t.lines) > 0
	return Explanation{Deduction: t.Deduction, Notation: t.notation(), Words: t.lines}, ok
}

// Where names the part of the grid in which the pattern of a deduction lies, and nothing else, such as "Look at
// row 2 and row 8, where the 7 can go.". by is the technique, or nil for the technique of sql/ with the name.
func Where(s setdoku.State, d setdoku.Deduction, by *catalogue.Technique) string {
	return "Look at " + newExplainer(s, d).place(by) + "."
}

// place is the place that Where names.
func (t *explainer) place(by *catalogue.Technique) string {
	if w := findWording(t.Technique, by); w.where != nil && t.HasPattern() {
		if place, err := t.fill(w.where); err == nil {
			return place
		}
	}
	return t.area()
}

// sayAll adds the sentences of templates. It reports false if the pattern lacks a part that they use. A user
// may have changed rows in the database.
func (t *explainer) sayAll(lines []*template.Template) bool {
	for _, l := range lines {
		text, err := t.fill(l)
		if err != nil {
			t.tooLong = errors.Is(err, errTooLong)
			return false
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				t.say("%s", line)
			}
		}
	}
	return true
}

// fill executes a template.
func (t *explainer) fill(l *template.Template) (string, error) {
	own, err := l.Clone()
	if err != nil {
		return "", err
	}
	if t.vocabulary == nil {
		t.vocabulary = t.limited(t.functions())
	}
	var b limitedText
	t.calls = 0
	err = own.Funcs(t.vocabulary).Execute(&b, nil)
	return b.text.String(), err
}

// Limits of a template, which may be that of a user: the calls of functions that it makes, and the bytes that it
// writes. sqlfiles refuses loops over anything but a list.
const (
	mostCalls = 1000
	mostText  = 64 << 10
)

// errTooLong ends a template that exceeds a limit.
var errTooLong = errors.New("the words are too long")

// limited returns functions that fail after mostCalls calls of any of them by a template.
func (t *explainer) limited(functions template.FuncMap) template.FuncMap {
	for name, f := range functions {
		f := reflect.ValueOf(f)
		call := f.Call
		if f.Type().IsVariadic() {
			call = f.CallSlice
		}
		functions[name] = reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
			if t.calls++; t.calls > mostCalls {
				panic(errTooLong) // Execute returns it
			}
			return call(args)
		}).Interface()
	}
	return functions
}

// limitedText is a text of at most mostText bytes.
type limitedText struct{ text strings.Builder }

func (w *limitedText) Write(b []byte) (int, error) {
	if w.text.Len()+len(b) > mostText {
		return 0, errTooLong
	}
	return w.text.Write(b)
}

// sentences makes a template function from a function that adds sentences.
func (t *explainer) sentences(say func()) func() string {
	return func() string {
		before := t.lines
		t.lines = nil
		defer func() { t.lines = before }()
		say()
		return strings.Join(t.lines, "\n")
	}
}

// Types of the values in templates. Their text is a list with "and".
type (
	cellList  []int   // cells, 0 to 80
	digitList []uint8 // digits, each once
	unitList  []int   // units, 0 to 53
)

func (c cellList) String() string { return cellNames(c) }
func (u unitList) String() string { return unitNames(u) }

func (d digitList) String() string {
	texts := make([]string, len(d))
	for k, digit := range d {
		texts[k] = fmt.Sprint(digit)
	}
	return join(texts, "and")
}

// set returns the digits of the list.
func (d digitList) set() (m setdoku.DigitSet) {
	for _, digit := range d {
		m |= setdoku.NewDigitSet(digit)
	}
	return m
}

var errUnfit = errors.New("the pattern has nothing of this")

// some returns a list, or an error if it is empty.
func some[L ~[]E, E any](list L) (L, error) {
	if len(list) == 0 {
		return nil, errUnfit
	}
	return list, nil
}

// arg returns a list. A string is the name of a role and means the cells, the digits or the units of its parts, as
// of says.
func arg[L cellList | digitList | unitList](t *explainer, x any, of func(picture.Parts) L) (list L, err error) {
	switch x := x.(type) {
	case L:
		list = x
	case string:
		list = of(t.Role(x))
	default:
		return nil, fmt.Errorf("%v: want %T", x, list)
	}
	if len(list) == 0 {
		return nil, errUnfit
	}
	return list, nil
}

func (t *explainer) cellsArg(x any) (cellList, error) {
	return arg(t, x, func(p picture.Parts) cellList { return p.Cells() })
}

func (t *explainer) digitsArg(x any) (digitList, error) {
	return arg(t, x, func(p picture.Parts) digitList { return p.Digits() })
}

func (t *explainer) unitsArg(x any) (unitList, error) {
	return arg(t, x, func(p picture.Parts) unitList { return p.Units() })
}

// members splits a list into lists with one member. The name of a role means the cells of its parts, or
// otherwise for their units, or otherwise for their digits.
func (t *explainer) members(x any) ([]any, error) {
	switch x := x.(type) {
	case cellList:
		return eachOf(x)
	case unitList:
		return eachOf(x)
	case digitList:
		return eachOf(x)
	case string:
		p := t.Role(x)
		switch {
		case p.Cells() != nil:
			return eachOf(cellList(p.Cells()))
		case p.Units() != nil:
			return eachOf(unitList(p.Units()))
		}
		return eachOf(digitList(p.Digits()))
	}
	return nil, fmt.Errorf("%v: want a list", x)
}

// eachOf splits a list into lists with one member.
func eachOf[L ~[]E, E any](list L) (members []any, err error) {
	for _, x := range list {
		members = append(members, L{x})
	}
	return some(members)
}
