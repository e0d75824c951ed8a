# Each target is one command that can also be typed without make.

.PHONY: help build test test-all nightly lint bench docs profile release

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 16

build: ## build the program ./setdoku
	CGO_ENABLED=0 go build ./cmd/setdoku

test: ## run the tests; what needs more than Go is skipped
	go test ./...

test-all: ## install what the checks need (Debian, as root), and run all of them
	.ci/run

nightly: ## the same, and all that looks for rare faults; 20 minutes
	.ci/run nightly

lint: ## check the style: gofmt, go vet, staticcheck, layers, lines, names
	scripts/lint

bench: ## run each benchmark once; docs/speed.sh makes the tables of docs/speed.md
	go test -run '^$$' -bench . -benchtime 1x ./...

docs: ## write the pages and pictures that tests compare, NOTICES, and testdata/api.txt
	go generate ./docs
	go test ./internal/cli/endtoend ./solver/statements -update
	go run ./cmd/setdoku solve testdata/sample.sdm --db docs/sample.db
	go run ./cmd/setdoku show 22 --db docs/sample.db --step 11 --rows --theme light --svg docs/readme-light.svg
	go run ./cmd/setdoku show 22 --db docs/sample.db --step 11 --rows --theme dark --svg docs/readme-dark.svg
	rm docs/sample.db
	go run ./scripts/notices >NOTICES
	scripts/api >testdata/api.txt

profile: ## measure where the program spends its time, for the compiler of releases; needs ../shared/data
	scripts/profile

release: ## build the programs for five platforms into dist/
	scripts/release dist
