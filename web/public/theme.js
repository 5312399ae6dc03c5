// Runs before the first paint, so that a chosen theme never flashes in the other one.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Access to storage may be denied: the system's theme applies.
}
