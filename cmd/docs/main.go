// Docs makes pages and pictures of docs/, and chooses the positions that they show.
//
//	go run ./cmd/docs                   write techniques.md, columns.md, api.md and the pictures (go generate ./docs)
//	go run ./cmd/docs examples          look for examples of techniques that have none, write testdata/examples.txt
//	go run ./cmd/docs lessons FOLDER    choose the lessons of each technique NAME from the puzzles of FOLDER/NAME.txt
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"setdoku/internal/web"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// run carries out a command in the folder of the module.
func run(ctx context.Context, args []string) error {
	if len(args) == 2 && args[0] == "lessons" {
		folder, err := filepath.Abs(args[1])
		if err == nil {
			err = toModule()
		}
		if err != nil {
			return err
		}
		return chooseLessons(ctx, folder)
	}
	if err := toModule(); err != nil {
		return err
	}
	switch {
	case len(args) == 1 && args[0] == "examples":
		return searchExamples(ctx)
	case len(args) > 0:
		return fmt.Errorf("%q, want no arguments, examples, or lessons FOLDER", args)
	}
	made, err := makePage(ctx)
	if err == nil {
		err = write(made.files(), picturesFolder)
	}
	if err != nil {
		return err
	}
	files, err := variantPictures()
	if err == nil {
		err = write(files, variantsFolder)
	}
	if err != nil {
		return err
	}
	columns, err := columnsPage(ctx)
	if err != nil {
		return err
	}
	return write(map[string][]byte{apiFile: []byte(web.APIMarkdown()), columnsFile: columns}, "docs")
}

// apiFile is the page of the API, which internal/web makes.
const apiFile = "docs/api.md"

// toModule makes the folder of the module the working folder.
func toModule() error {
	for {
		if _, err := os.Stat("go.mod"); err == nil {
			return nil
		}
		here, err := os.Getwd()
		if err != nil {
			return err
		}
		if filepath.Dir(here) == here {
			return errors.New("no folder above this one has the file go.mod")
		}
		if err := os.Chdir(".."); err != nil {
			return err
		}
	}
}

// write writes files and makes the folder in which most of them are.
func write(files map[string][]byte, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
