// Package rusage measures the CPU time and the memory of this process.
package rusage
