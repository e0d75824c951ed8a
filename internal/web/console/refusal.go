package console

// Reason says why a statement was refused.
type Reason string

// The reasons. Large is about what a statement needs, Long about its text.
const (
	Wrong     Reason = "wrong"
	Forbidden Reason = "forbidden"
	Long      Reason = "long"
	Large     Reason = "large"
	Slow      Reason = "slow"
	Busy      Reason = "busy"
)

// Refusal is the error for a statement that the console did not run or stopped. A user may see its text.
type Refusal struct {
	Reason Reason
	Text   string
	At     int // bytes of the statement before the place of the error, -1 if the place is unknown; only for Wrong
}

// Error returns the text.
func (r *Refusal) Error() string { return r.Text }
