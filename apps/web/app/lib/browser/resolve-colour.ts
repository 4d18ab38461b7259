/**
 * The value of a colour token in the current theme, for canvases and iframes that style sheets do not reach. Read
 * from an element: the token itself holds the colours of both themes.
 */
export function resolveColour(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.documentElement.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
