package proof

// learn returns the lemma that a conflict proves: not all assumptions behind it hold.
func (p *Prover) learn(bad *conflict) int {
	return p.derive(nil, p.conflictCandidates(bad), bad)
}

// conflictCandidates returns the candidates whose values make a conflict.
func (p *Prover) conflictCandidates(bad *conflict) []int16 {
	switch {
	case bad.clause >= 0:
		return p.rules.members[bad.clause]
	case bad.clause == lemmaClause:
		var list []int16
		for _, l := range p.lemmas[bad.lemma].literals {
			list = append(list, l.candidate)
		}
		return list
	case bad.seeds == nil:
		return []int16{bad.a, bad.b}
	}
	return bad.seeds
}

// implied returns the lemma that the value of a candidate follows from the assumptions.
func (p *Prover) implied(c int16) int {
	l := literal{c, p.value[c] > 0}
	return p.derive([]literal{l}, []int16{c}, nil)
}

// derive walks back from the seeds to the assumptions and the facts. It returns the lemma that has the literals given,
// and the negations of the assumptions.
func (p *Prover) derive(literals []literal, seeds []int16, bad *conflict) int {
	for _, c := range seeds {
		p.marked[c] = true
	}
	least := 0
	if p.writer == nil && len(p.levels) > 0 {
		least = p.levels[0] // nobody asks for the facts
	}
	var used []int
	for i := len(p.trail) - 1; i >= least; i-- {
		a := p.trail[i]
		if !p.marked[a.candidate] {
			continue
		}
		p.marked[a.candidate] = false
		if p.writer != nil {
			used = append(used, i)
		}
		switch {
		case a.reason == decision:
			literals = append(literals, literal{a.candidate, p.value[a.candidate] < 0})
		case a.reason == fact: // facts need no reason
		case a.reason >= refuted:
			for _, l := range p.lemmas[a.reason-refuted].literals {
				if l.candidate != a.candidate {
					p.marked[l.candidate] = true
				}
			}
		case a.reason >= opposite:
			p.marked[a.reason-opposite] = true
		default:
			for _, c := range p.rules.members[a.reason] {
				if c != a.candidate {
					p.marked[c] = true
				}
			}
		}
	}
	if least > 0 {
		for _, a := range p.trail[:least] {
			p.marked[a.candidate] = false
		}
	}
	if len(literals) == 0 && len(p.levels) > 0 && p.levels[0] < len(p.trail) &&
		p.trail[p.levels[0]].reason == decision {
		root := p.trail[p.levels[0]].candidate // a weaker lemma, so that the empty one comes last
		literals = append(literals, literal{root, p.value[root] < 0})
	}
	l := lemma{literals: literals}
	if p.writer != nil {
		l.id = p.writer.learned(literals, used, bad)
	}
	p.lemmas = append(p.lemmas, l)
	return len(p.lemmas) - 1
}
