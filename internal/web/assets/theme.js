// The theme that the user has chosen in this browser. This script runs before the page is drawn, so that no other theme shows first.
try {
  document.documentElement.dataset.theme = localStorage.getItem("setdoku theme") || "";
} catch {
  // Without storage the page has the theme of the system.
}
