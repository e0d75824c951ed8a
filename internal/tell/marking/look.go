package marking

// lookNames are the names of the looks, for style sheets and for JSON.
var lookNames = [...]string{
	None: "none", Disc: "disc", Square: "square", Diamond: "diamond", Ring: "ring", Rings: "rings", Solid: "solid", Double: "double",
	Dotted: "dotted", Covering: "covering", SetA: "set_a", SetB: "set_b", SetC: "set_c", SetD: "set_d",
}

// String returns the name of the look, such as disc.
func (l Look) String() string {
	if l < 0 || int(l) >= len(lookNames) {
		return lookNames[None]
	}
	return lookNames[l]
}
