package catalogue

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
