package main

// This file makes docs/techniques.md and its pictures. For every technique of the catalogue the page has the idea and
// the computation in SQL, both from the header of its statement, an example state, and the deduction that the statement
// finds there.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver/statements"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// examplesFile has the example states. Each line has the name of a technique and a state in the short library form.
const examplesFile = "testdata/examples.txt"

// madePage holds the page and its pictures.
type madePage struct {
	Page     []byte
	Examples []illustration // one for each technique, in catalogue order
}

// picturesFolder has the pictures of docs/techniques.md.
const picturesFolder = "docs/pictures"

// files returns the page and the pictures by their files.
func (m *madePage) files() map[string][]byte {
	files := map[string][]byte{"docs/techniques.md": m.Page}
	for _, e := range m.Examples {
		files[picturesFolder+"/"+e.Technique+".svg"] = e.SVG
	}
	return files
}

// illustration is a picture of the deduction of a technique in its example state.
type illustration struct {
	Technique string
	Diagram   picture.Diagram
	SVG       []byte // docs/pictures/TECHNIQUE.svg
}

// makePage makes the page and the pictures.
func makePage(ctx context.Context) (made madePage, err error) {
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return made, err
	}
	defer db.Close()
	all, err := catalogue.BuiltIn()
	if err != nil {
		return made, err
	}
	states, err := readExamples()
	if err != nil {
		return made, err
	}
	p := &page{db: db, states: states}
	p.print(`# Techniques

This page lists the techniques in the order in which the solver tries them. Each has a picture of an example. Below the picture is the
same example as text, as ` + "`setdoku hint`" + ` shows it. A cell shows its digit or its candidates. A letter behind a digit says what the digit
is in the argument, and the line below the grid says what the letters mean.

This page and its pictures are made from the headers of the statements in sql/, from the states in testdata/examples.txt, and from
docs/lessons.txt (` + "`go generate ./docs`" + `).
`)
	if err := p.tables(all); err != nil {
		return made, err
	}
	for _, t := range all {
		example, err := p.technique(ctx, t)
		if err != nil {
			return made, fmt.Errorf("technique %s: %w", t.Name, err)
		}
		made.Examples = append(made.Examples, example)
	}
	made.Page = p.text.Bytes()
	return made, nil
}

// page is the page during writing.
type page struct {
	text   bytes.Buffer
	db     *store.DB
	states map[string]setdoku.State
}

func (p *page) print(text string, args ...any) {
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	p.text.WriteString(text)
}

// readExamples reads the example states by technique.
func readExamples() (map[string]setdoku.State, error) {
	text, err := os.ReadFile(examplesFile)
	if err != nil {
		return nil, err
	}
	states := make(map[string]setdoku.State)
	for line := range strings.Lines(string(text)) {
		name, state, _ := strings.Cut(strings.TrimSpace(line), " ")
		read, err := format.NewReader(strings.NewReader(state+"\n"), "example of "+name).Read()
		if err != nil {
			return nil, err
		}
		states[name] = read.State
	}
	return states, nil
}

// tables prints the catalogue, and the sizes without a name of their own.
func (p *page) tables(all catalogue.Catalogue) error {
	sizes, err := catalogue.OnRequest()
	if err != nil {
		return err
	}
	p.print("\n| tier | technique | level | weight | family | |\n|---|---|---|---|---|---|\n")
	for _, t := range all {
		unique := ""
		if t.AssumesUnique {
			unique = "assumes one solution"
		}
		p.print("| %d | [%s](#%s) | %s | %d | %s | %s |\n", t.Tier, t.Name, t.Name, t.Level, t.Weight, t.Family, unique)
	}
	p.print("\nThese sizes have no name of their own. The solver tries them if `--technique` names them.\n\n" +
		"| tier | technique | level | weight | family |\n|---|---|---|---|---|\n")
	for _, t := range sizes {
		p.print("| %d | %s | %s | %d | %s |\n", t.Tier, t.Name, t.Level, t.Weight, t.Family)
	}
	return nil
}

func (p *page) technique(ctx context.Context, t catalogue.Technique) (illustration, error) {
	example := illustration{Technique: t.Name}
	text, err := sqlfiles.Text(t.File)
	if err != nil {
		return example, err
	}
	h, err := catalogue.ParseHeader(text)
	if err != nil {
		return example, err
	}
	p.print("\n## %s\n\n%s. %s\n\n", t.Name, t.Title, h.Idea(t.Name))
	if t.AssumesUnique {
		p.print("Only for puzzles with exactly one solution.\n\n")
	}
	p.print("How to spot it: %s\n\n", h.Spot(t.Name))
	if aliases := h.Aliases(t.Name); aliases != nil {
		p.print("Also called: %s.\n\n", strings.Join(aliases, ", "))
	}
	if special := h.Generalizes(t.Name); len(special) > 0 {
		for i, name := range special {
			special[i] = fmt.Sprintf("[%s](#%s)", name, name)
		}
		p.print("Special cases: %s.\n\n", strings.Join(special, ", "))
	}
	p.print("Statement: [sql/technique/%s.sql](../sql/technique/%s.sql). %s\n\nSource: %s\n", t.File, t.File, h.How, h.Source)
	state, ok := p.states[t.Name]
	if !ok {
		return example, fmt.Errorf("no example")
	}
	d, err := p.find(ctx, t, state)
	if err != nil {
		return example, err
	}
	if example.Diagram, example.SVG, err = drawn(t, state, d); err != nil {
		return example, err
	}
	p.print("\n![%s](pictures/%s.svg)\n", t.Title, t.Name)
	p.print("\n")
	for line := range strings.Lines(picture.Text(example.Diagram, picture.Screen{})) {
		p.print("    " + line)
	}
	p.print("\n")
	p.print("%s\n\n", words(d))
	p.print("    setdoku find --technique %s '%s'\n", t.Name, format.Short(state))
	p.print("\nThree puzzles of the generator in which it is the next step, each harder than the one before:\n\n")
	for _, l := range docs.Lessons(t.Name) {
		p.print("    setdoku find --technique %s '%s'\n", t.Name, l.State)
	}
	return example, nil
}

// find returns the first deduction of a technique in a state.
func (p *page) find(ctx context.Context, t catalogue.Technique, s setdoku.State) (setdoku.Deduction, error) {
	finder, err := statements.NewFinder(ctx, p.db, catalogue.Catalogue{t})
	if err != nil {
		return setdoku.Deduction{}, err
	}
	defer finder.Close(ctx)
	found, err := finder.Find(ctx, []format.Puzzle{{State: s}})
	if err != nil {
		return setdoku.Deduction{}, err
	}
	if len(found[0]) == 0 {
		return setdoku.Deduction{}, fmt.Errorf("it finds nothing in its example %s", format.Short(s))
	}
	return found[0][0], nil
}

// drawn returns the picture of a deduction.
func drawn(t catalogue.Technique, s setdoku.State, d setdoku.Deduction) (picture.Diagram, []byte, error) {
	diagram := picture.Diagram{Title: t.Title, Note: "Finds " + strings.Join(d.Names(), ", ") + ".", State: s,
		Deduction: d}
	var svg bytes.Buffer
	err := picture.SVG(&svg, diagram, picture.Options{})
	return diagram, svg.Bytes(), err
}

// words returns a sentence about the effect of the deduction and its pattern.
func words(d setdoku.Deduction) string {
	var pattern []string
	for _, e := range d.Evidence {
		text := e.Role
		if e.Cell != 0 {
			text += " " + e.Cell.String()
		}
		if e.Unit != 0 {
			text += " " + setdoku.UnitName(e.Unit)
		}
		if e.Digit != 0 {
			text += fmt.Sprintf(" %d", e.Digit)
		}
		pattern = append(pattern, text)
	}
	out := "Finds " + strings.Join(d.Names(), ", ")
	if len(pattern) > 0 {
		out += ". Pattern: " + strings.Join(pattern, ", ")
	}
	return out + "."
}
