package explain

import (
	"bytes"
	"encoding/json"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
)

// Explanation is a deduction in words.
type Explanation struct {
	setdoku.Deduction
	Number   int      // of the deduction in its step, from 1; 0 if nobody counts them
	Notation string   // "" if the pattern has no line in the notation of players, or the pencil marks are unknown
	Words    []string // the pattern, the argument and the effect, an item has one or several sentences
}

// Explain explains a deduction that was made in a position. by is the technique, or nil for the technique of sql/ with
// the name.
func Explain(before setdoku.Position, d setdoku.Deduction, by *catalogue.Technique) Explanation {
	return newExplainer(before.State, d).explain(before.Known, by)
}

// Numbered returns the deductions of a step with their numbers, without notation and words.
func Numbered(list []setdoku.Deduction) (numbered []Explanation) {
	for k, d := range list {
		numbered = append(numbered, Explanation{Deduction: d, Number: k + 1})
	}
	return numbered
}

// all returns the words after the line in the notation of players, if there is one.
func (e Explanation) all() []string {
	if e.Notation == "" {
		return e.Words
	}
	return append([]string{e.Notation}, e.Words...)
}

// Paragraphs returns the notation and the words: up to four items of words on one line, more on separate lines. The
// notation and items of a list keep lines of their own.
func (e Explanation) Paragraphs() []string {
	if len(e.Words) > 4 || hasList(e.Words) {
		return e.all()
	}
	e.Words = []string{strings.Join(e.Words, " ")}
	return e.all()
}

// Line describes the pattern in one line: in the notation of players, or by its deductions and the first sentence of
// its words.
func (e Explanation) Line() string {
	if e.Notation != "" {
		return e.Notation
	}
	line := strings.Join(e.Names(), ", ")
	if first := e.Sentence(); first != "" {
		line += ": " + first
	}
	return line
}

// Sentence returns the first sentence of the words, or "" if they say nothing but the deductions.
func (e Explanation) Sentence() string {
	if len(e.Words) == 0 || !e.HasPattern() || e.Technique == setdoku.RuleManual {
		return ""
	}
	first, _, more := strings.Cut(e.Words[0], ". ")
	if more {
		first += "."
	}
	return first
}

// MarshalJSON encodes the deduction with its line, its notation and its words.
func (e Explanation) MarshalJSON() ([]byte, error) {
	out := struct {
		setdoku.Deduction
		Text     string   `json:"text"`
		Notation *string  `json:"notation"`
		Words    []string `json:"words"`
	}{e.Deduction, e.Line(), nil, append([]string{}, e.Words...)}
	if e.Notation != "" {
		out.Notation = &e.Notation
	}
	return JSON(out)
}

// JSON encodes a part of JSON without escapes for HTML: the encoder of the whole decides about them.
func JSON(v any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return text.Bytes(), err
}
