package clitest

import (
	"encoding/json"
)

// ResultLine is a line of solve --json. The field names are a contract.
type ResultLine struct {
	ID         int64           `json:"id"`
	Givens     string          `json:"givens"`
	Status     string          `json:"status"`
	Solution   *string         `json:"solution"`
	Solutions  *int            `json:"solutions"`
	Level      *string         `json:"level"`
	Score      int             `json:"score"`
	Hardest    *string         `json:"hardest"`
	Steps      int             `json:"steps"`
	Techniques json.RawMessage `json:"techniques"`
}

// RatingLine is a line of rate --json. The field names are a contract.
type RatingLine struct {
	ResultLine
	StepsBy json.RawMessage `json:"technique_steps"`
}
