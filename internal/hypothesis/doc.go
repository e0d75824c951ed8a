// Package hypothesis reads the rows of a forcing pattern for people. It finds the reason of every row and finds which
// rows the outcome needs. It trusts the rows: package verify checks them.
package hypothesis
