// Package verify re-derives the history of a puzzle from its givens and names the first wrong row of a record.
//
// It shares no code with the engines that write the records, and has its own list of technique names. How much it
// derives depends on the technique. There are three kinds.
//
// Verify finds singles, intersections, subsets and basic fish by itself, with plain Go arrays (see the files named
// after these techniques). Deductions, smallest patterns and evidence must all be equal to its own. It also proves
// every pattern from its evidence rows alone (proof.go).
//
// Forcing and forcing_verity are of this kind too: verify follows every hypothesis with its own closure (closure.go),
// and derives the rows of the patterns pass by pass (trace.go).
//
// Verify also finds bivalue universal graves, templates, forcing_plus and search. A step of these must contain exactly
// the deductions that the technique proves, and no earlier technique of these two kinds may find anything. Except for
// forcing_plus, the pattern numbers belong to the engine, so verify does not derive them, but it checks the rows against
// the state. The tree of a search must try every candidate of one cell after another, and each branch must end as the
// singles imply (branch.go).
//
// Verify does not search for any other technique. It checks the evidence rows. Each elimination must be about a
// live candidate, name one pattern, and follow from the rows of that pattern: no choice of one candidate from
// every truth is compatible with the eliminated candidate (argument.go). Links, colors, covers, fins, sets and
// restricted commons must be correct, and the pattern must satisfy the conditions of its technique (shapes.go).
// Verify checks that no technique of the first two kinds finds anything earlier. It does not check that the step
// is complete, that no easier technique of the third kind finds anything, or that the pattern is the smallest one.
// Open counts such steps. CompareRemade checks these points too, against the record of another engine.
//
// Nested_forcing and nested_forcing_2 are of the third kind, because finding them costs too much. Verify reads their rows
// (hypothesis.go). The hypotheses must be one refutation, or all candidates of a cell, or all places of a digit in a unit.
// Every placement must be a single, every candidate that is refuted inside must be refuted, and the effect must hold at
// the end of every branch that has no contradiction. The key must agree with the rows (whole.go), and the passes of
// singles must be there row for row. The end of a branch of nested_forcing must be its fixed point. Verify does not check
// whether a pass of refutations is complete, and follows the end of a branch of nested_forcing_2 only as nested_forcing.
// The same reading proves the patterns of forcing_plus, the eliminations of which must follow from an intersection, a
// subset or a basic fish. ReadHypotheses reads rows that leave out what the effect does not need.
//
// A technique that the catalogue does not have belongs to the user. Verify checks it in the same way and ignores
// unknown roles. If a pattern has no rows, brute force decides whether a solution contradicts the deduction.
//
// A run without full audit keeps no eliminations. From the first step that verify cannot derive or read for that
// reason, it does not know which candidates were live. It then checks the form of the steps, and it checks
// placements and remaining candidates against brute force (partial_audit.go).
package verify
