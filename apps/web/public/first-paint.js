// Runs before the first paint, so that a chosen theme never flashes, nor a page for somebody else. Not inline: the
// content policy forbids it.
try {
  const { dataset, lang } = document.documentElement;
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  // What the server drew beforehand is in the language the browser asks for, for a guest or for a member.
  const fits = [lang, null].includes(localStorage.getItem('language'));
  dataset.session = fits ? (localStorage.getItem('token') === null ? 'guest' : 'member') : 'unlike';
} catch {
  // Storage is blocked: the system's theme applies.
}
