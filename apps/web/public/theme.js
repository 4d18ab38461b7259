// Runs before the first paint, so that a chosen theme never flashes. Not inline: the content policy forbids it.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme applies.
}
