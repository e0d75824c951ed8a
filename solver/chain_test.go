package solver_test

import "testing"

func TestChains(t *testing.T) {
	t.Parallel()
	agreeOn(t, 19, "x_chain", "xy_chain", "nice_loop", "aic")
}

// TestGroupedChains is agree on some positions only, for the closure over groups and sets is dear where so many
// candidates are crossed out that everything is linked.
func TestGroupedChains(t *testing.T) {
	t.Parallel()
	all, err := positions()
	if err != nil {
		t.Fatal(err)
	}
	var some []position
	for i := 0; i < len(all); i += 42 {
		some = append(some, all[i])
	}
	for _, name := range []string{"grouped_nice_loop", "grouped_aic"} {
		t.Run(name, func(t *testing.T) {
			var queries []query
			for _, p := range some {
				queries = append(queries, query{name, p.state})
			}
			answers := ask(t, queries)
			found := 0
			for i, p := range some {
				found += len(claims(answers[i]))
				if wrong := against(p.solution, claims(answers[i])); len(wrong) > 0 {
					t.Fatalf("%v\n%s: found %v against the solution", pencil(p.state), name, wrong)
				}
			}
			if found == 0 {
				t.Errorf("%s found nothing in %d positions", name, len(some))
			}
			sameInMemory(t, name, some, answers)
			sameInIsomorphs(t, name, some, answers)
		})
	}
}
