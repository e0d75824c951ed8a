package bitmask

// finders are the techniques by the file that has them as a statement, where each is explained.
var finders = map[string]finder{
	"full_house":    fullHouse,
	"naked_single":  nakedSingle,
	"hidden_single": hiddenSingle,
	"locked_subset": lockedSubset,
	"pointing":      pointing,
	"claiming":      claiming,
	"naked_subset":  nakedSubset,
	"hidden_subset": hiddenSubset,
	"basic_fish":    basicFish,
}

// explainers say the parts of patterns, by file, where an integer is not enough.
var explainers = map[string]explainer{}
