package cli

// What the tests of package cli_test need of this package. They are in a package of their own because they import
// clitest, which imports this one.
var (
	CompleteNothing = completeNothing
	GenerateFormats = generateFormats
	ExplainFormats  = explainFormats
	FormatNames     = formatNames
	Groups          = groups
	Next            = next
	NextCalls       = nextCalls
	PageName        = pageName
	QRLines         = qrLines
	SiteAddresses   = siteAddresses
	TakesArguments  = takesArguments
	WriteManual     = writeManual
)

// Registered returns the number of registered commands that help lists, all but manual.
func Registered() int { return len(constructors) - 1 }
