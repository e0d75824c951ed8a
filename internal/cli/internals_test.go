package cli

// What the tests of package cli_test need of this package. They are in a package of their own because they import
// clitest, which imports this one.
var (
	GenerateFormats = generateFormats
	ExplainFormats  = explainFormats
	FormatNames     = formatNames
	NextCalls       = nextCalls
	PageName        = pageName
	QRLines         = qrLines
	SiteAddresses   = siteAddresses
	WriteManual     = writeManual
)
