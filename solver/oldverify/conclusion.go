package verify

// Conclusion is what a technique proves about one candidate: it is eliminated, or, with Placement, it is placed.
// Pattern is the smallest pattern that proves it.
type Conclusion struct {
	Placement bool
	Cell      int
	Digit     uint8
	Pattern   int64
}
