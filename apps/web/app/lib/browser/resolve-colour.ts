/**
 * A colour token in the theme on show, for what no style sheet of ours reaches. Read off an element: the token itself
 * holds the colours of both themes.
 */
export function resolveColour(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.documentElement.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
