// Package rule has what the packages of setdoku know of techniques and levels, and what other programs do not need.
package rule

import "setdoku"

// LevelNames lists the names of the levels, easiest first.
func LevelNames() []string { return Names(setdoku.Levels()) }

// Names returns levels or statuses as plain texts.
func Names[T ~string](list []T) []string {
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = string(item)
	}
	return names
}
