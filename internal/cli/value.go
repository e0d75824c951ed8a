package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// choiceValue is the value of a flag that takes one of some words.
type choiceValue[T ~string] struct {
	target *T
	words  []T
}

// choiceFlag adds a flag that takes one of some words, which a shell completes. value is the word without the flag.
func choiceFlag[T ~string](cmd *cobra.Command, target *T, name string, value T, text string, words ...T) {
	*target = value
	cmd.Flags().Var(choiceValue[T]{target, words}, name, text)
	completed := make([]string, len(words))
	for i, word := range words {
		completed[i] = string(word)
	}
	completeFlag(cmd, name, cobra.FixedCompletions(completed, cobra.ShellCompDirectiveNoFileComp))
}

func (c choiceValue[T]) String() string { return string(*c.target) }

func (c choiceValue[T]) Type() string { return "string" }

func (c choiceValue[T]) Set(text string) error {
	word, known := among(text, c.words)
	if !known {
		return usageErrorf("%q, want %s", text, alternatives(c.words))
	}
	*c.target = word
	return nil
}

// among returns the word that is text in any case, and whether there is one.
func among[T ~string](text string, words []T) (T, bool) {
	i := slices.IndexFunc(words, func(word T) bool { return strings.EqualFold(string(word), text) })
	if i < 0 {
		return "", false
	}
	return words[i], true
}

// matchWords replaces each item of a list by the word that it is in any case. It returns a usage error for an item that
// is none of the words; name says where the items are.
func matchWords(name string, list, words []string) error {
	for i, item := range list {
		word, known := among(item, words)
		if !known {
			return usageErrorf("%s %q, want %s", name, item, alternatives(words))
		}
		list[i] = word
	}
	return nil
}

// alternatives joins words: a, b or c.
func alternatives[T ~string](words []T) string {
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

// boundedValue is the value of a flag that takes a number or a time with limits.
type boundedValue[T cmp.Ordered] struct {
	target      *T
	parse       func(string) (T, error)
	kind        string // Type of the flag
	least, most T
	want        string // describes the limits
}

// numberFlag adds a flag that takes a whole number from least to most. want describes the numbers. The flag has the
// value of target without a call.
func numberFlag(cmd *cobra.Command, target *int, name, short string, least, most int, want, text string) {
	cmd.Flags().VarP(boundedValue[int]{target, strconv.Atoi, "int", least, most, want}, name, short, text)
}

// timeFlag adds a flag that takes a time of least or more, see Number.
func timeFlag(cmd *cobra.Command, target *time.Duration, name string, least time.Duration, want, text string) {
	cmd.Flags().Var(boundedValue[time.Duration]{target, time.ParseDuration, "duration", least, 1<<63 - 1, want}, name, text)
}

func (b boundedValue[T]) String() string {
	if b.target == nil || *b.target == *new(T) {
		return "0" // of which help shows nothing
	}
	return fmt.Sprint(*b.target)
}

func (b boundedValue[T]) Type() string { return b.kind }

func (b boundedValue[T]) Set(text string) error {
	v, err := b.parse(text)
	switch {
	case err != nil:
		return err
	case v < b.least || v > b.most:
		return usageErrorf("%v, want %s", v, b.want)
	}
	*b.target = v
	return nil
}

// completeFlag makes a shell complete the values of a flag of cmd. It panics when cmd has no such flag: that is a
// mistake in the declaration of the command, which every call of the program would show.
func completeFlag(cmd *cobra.Command, name string, values cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, values); err != nil {
		panic(fmt.Sprintf("completion of %s --%s: %v", cmd.Name(), name, err))
	}
}
