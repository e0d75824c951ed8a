package clitest

import "encoding/json"

// ResultLine is a line of solve --json, and of rate --json. The tests declare the contract again, so that a change of
// the program does not change it unnoticed.
type ResultLine struct {
	ID         int64           `json:"puzzle_id"`
	Givens     string          `json:"givens"`
	Status     string          `json:"status"`
	Solution   *string         `json:"solution"`
	Solutions  *int            `json:"solutions"`
	Level      *string         `json:"level"`
	Score      int             `json:"score"`
	Hardest    *string         `json:"hardest"`
	Steps      int             `json:"steps"`
	StepsBy    json.RawMessage `json:"technique_steps"`
	Techniques json.RawMessage `json:"techniques"`
}
