package store

// WaitingQuery is WorkFilter.waiting for tests of the plans of databases.
var WaitingQuery = WorkFilter.waiting
