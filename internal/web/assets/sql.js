// The console: Ctrl+Enter runs the statement.

document.addEventListener("keydown", (event) => {
  if (event.target.matches("textarea") && event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
});
