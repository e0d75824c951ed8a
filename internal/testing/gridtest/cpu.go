package gridtest

import "testing"

// PerCPU runs the b.N iterations of a benchmark, which work makes all at once, and reports them in CPU time of the
// process, user and system. Other load of the machine changes CPU time less than elapsed time. unit names one
// iteration.
func PerCPU(b *testing.B, unit string, work func()) {
	b.Helper()
	b.ResetTimer()
	began := CPUTime()
	work()
	spent := (CPUTime() - began).Seconds()
	b.StopTimer()
	b.ReportMetric(1000*spent/float64(b.N), "cpu-ms/"+unit)
	b.ReportMetric(float64(b.N)/spent, unit+"s/cpu-s")
}
