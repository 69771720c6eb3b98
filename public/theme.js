// Runs before the first paint, so that a chosen theme never flashes the other one.
try {
  const theme = localStorage.getItem('envol-theme');
  if (theme === 'dawn' || theme === 'night') document.documentElement.dataset.theme = theme;
} catch {
  // Storage refused: the system's preference applies.
}
