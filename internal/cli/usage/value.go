package usage

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// choice is the value of a flag that takes one of some words.
type choice[T ~string] struct {
	target *T
	words  []T
}

// Choice adds a flag that takes one of some words, which a shell completes. value is the word without the flag.
func Choice[T ~string](cmd *cobra.Command, target *T, name string, value T, text string, words ...T) {
	*target = value
	cmd.Flags().Var(choice[T]{target, words}, name, text)
	completed := make([]string, len(words))
	for i, word := range words {
		completed[i] = string(word)
	}
	Complete(cmd, name, cobra.FixedCompletions(completed, cobra.ShellCompDirectiveNoFileComp))
}

func (c choice[T]) String() string { return string(*c.target) }

func (c choice[T]) Type() string { return "string" }

func (c choice[T]) Set(text string) error {
	word, known := Among(text, c.words)
	if !known {
		return Errorf("%q, want %s", text, OneOf(c.words))
	}
	*c.target = word
	return nil
}

// Among returns the word that is text in any case, and whether there is one.
func Among[T ~string](text string, words []T) (T, bool) {
	i := slices.IndexFunc(words, func(word T) bool { return strings.EqualFold(string(word), text) })
	if i < 0 {
		return "", false
	}
	return words[i], true
}

// Words replaces each item of a list by the word that it is in any case. It returns a usage error for an item that is
// none of the words; name says where the items are.
func Words(name string, list, words []string) error {
	for i, item := range list {
		word, known := Among(item, words)
		if !known {
			return Errorf("%s %q, want %s", name, item, OneOf(words))
		}
		list[i] = word
	}
	return nil
}

// OneOf joins words: a, b or c.
func OneOf[T ~string](words []T) string {
	var text strings.Builder
	for i, word := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text.WriteString(" or ")
		default:
			text.WriteString(", ")
		}
		text.WriteString(string(word))
	}
	return text.String()
}

// bounded is the value of a flag that takes a number or a time with limits.
type bounded[T cmp.Ordered] struct {
	target      *T
	parse       func(string) (T, error)
	kind        string // Type of the flag
	least, most T
	want        string // describes the limits
}

// Number adds a flag that takes a whole number from least to most. want describes the numbers. The flag has the value
// of target without a call.
func Number(cmd *cobra.Command, target *int, name, short string, least, most int, want, text string) {
	cmd.Flags().VarP(bounded[int]{target, strconv.Atoi, "int", least, most, want}, name, short, text)
}

// Time adds a flag that takes a time of least or more, see Number.
func Time(cmd *cobra.Command, target *time.Duration, name string, least time.Duration, want, text string) {
	cmd.Flags().Var(bounded[time.Duration]{target, time.ParseDuration, "duration", least, 1<<63 - 1, want}, name, text)
}

func (b bounded[T]) String() string {
	if b.target == nil || *b.target == *new(T) {
		return "0" // of which help shows nothing
	}
	return fmt.Sprint(*b.target)
}

func (b bounded[T]) Type() string { return b.kind }

func (b bounded[T]) Set(text string) error {
	v, err := b.parse(text)
	switch {
	case err != nil:
		return err
	case v < b.least || v > b.most:
		return Errorf("%v, want %s", v, b.want)
	}
	*b.target = v
	return nil
}

// Complete makes a shell complete the values of a flag of cmd. It panics when cmd has no such flag: that is a mistake
// in the declaration of the command, which every call of the program would show.
func Complete(cmd *cobra.Command, name string, values cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, values); err != nil {
		panic(fmt.Sprintf("completion of %s --%s: %v", cmd.Name(), name, err))
	}
}
