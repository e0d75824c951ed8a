package verify

// Conclusion is what a technique proves about one candidate: that it goes, or
// (Placement) that it is the cell's digit. Pattern is the smallest of all the
// instances that prove it.
type Conclusion struct {
	Placement bool
	Cell      int
	Digit     uint8
	Pattern   int64
}
