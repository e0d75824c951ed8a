package memory

import (
	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/forcing"
)

// known has, by file in sql/, how a technique is found, and how the parts of its patterns are found that the fields of
// the key do not give. The file explains the technique.
var known = map[string]struct {
	find    finder
	explain explainer // nil if the fields of the key give all evidence
}{
	"full_house":            {single(0), nil},
	"naked_single":          {single(1), nil},
	"hidden_single":         {single(2), nil},
	"locked_subset":         {lockedSubset, nil},
	"pointing":              {pointing, nil},
	"claiming":              {claiming, nil},
	"naked_subset":          {nakedSubset, nil},
	"hidden_subset":         {hiddenSubset, nil},
	"basic_fish":            {basicFish, explainLineFish},
	"unique_rectangle_1":    {uniqueRectangle1, nil},
	"unique_rectangle_2":    {uniqueRectangle2, nil},
	"unique_rectangle_3":    {uniqueRectangle3, nil},
	"unique_rectangle_4":    {uniqueRectangle4, nil},
	"unique_rectangle_5":    {uniqueRectangle5, nil},
	"unique_rectangle_6":    {uniqueRectangle6, nil},
	"hidden_rectangle":      {hiddenRectangle, nil},
	"avoidable_rectangle_1": {avoidableRectangle1, nil},
	"avoidable_rectangle_2": {avoidableRectangle2, nil},
	"unique_loop":           {uniqueLoop, explainUniqueLoop},
	"extended_rectangle":    {extendedRectangle, explainExtendedRectangle},
	"coloring":              {coloring, explainColoring},
	catalogue.Forcing:       {force(forcing.Singles, true, false), explainForcing},
	"forcing_verity":        {force(forcing.Singles, false, true), explainForcing},
	"forcing_plus":          {force(forcing.Plus, true, true), explainForcing},
	"nested_forcing":        {nestedForcing, explainForcing},
	setdoku.RuleSearch:      {search, nil},
	"x_chain":               {chain(singleDigit), explainChain(singleDigit)},
	"xy_chain":              {chain(pairsOnly), explainChain(pairsOnly)},
	"aic":                   {chain(plainChain), explainChain(plainChain)},
	"grouped_aic":           {chain(groupChain), explainChain(groupChain)},
	"als_aic":               {chain(setChain), explainChain(setChain)},
	"sue_de_coq":            {sueDeCoq, nil},
	"als_xz":                {als((*alsSearch).findXZ), nil},
	"als_xy_wing":           {als((*alsSearch).findXYWings), nil},
	"als_chain":             {als((*alsSearch).findChains), explainALS((*alsSearch).explainChain)},
	"death_blossom":         {als((*alsSearch).findBlossoms), explainALS((*alsSearch).explainBlossom)},
	"remote_pair":           {remotePair, explainRemotePair},
	"bug_plus_1":            {bugPlusOne, nil},
	"skyscraper":            {skyscraper, nil},
	"two_string_kite":       {twoStringKite, nil},
	"turbot_fish":           {turbotFish, nil},
	"empty_rectangle":       {emptyRectangle, nil},
	"w_wing":                {wWing, nil},
	"xy_wing":               {xyWing, nil},
	"xyz_wing":              {xyzWing, nil},
	"wxyz_wing":             {wxyzWing, nil},
	"finned_fish":           {finnedFish, explainLineFish},
	"complex_fish":          {complexFish, explainComplexFish},
	"template":              {template, nil},
	"exocet":                {exocet, nil},
	"double_exocet":         {findDoubleExocet, explainDoubleExocet},
	"exocet_mirror":         {exocetMirror, explainExocetMirror},
	"tridagon":              {tridagon, explainTridagon},
	"forcing_tridagon":      {forcingTridagon, explainForcingTridagon},
	"msls":                  {msls, explainMSLS},
	"sk_loop":               {skLoop, explainSKLoop},
}
