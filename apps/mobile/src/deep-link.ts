/** What a link that opened the app asks for. `clientState`: of a sign-in elsewhere that the app set out for. */
export type DeepLink =
  | { kind: 'token'; token: string; clientState?: string }
  | { kind: 'tokenMissing' }
  | { kind: 'other' };

/**
 * Reads a link: `https://…/auth/token?token=…` as well as `wopack://auth/token?token=…`.
 * Source: docs/specification.md, Pages.
 */
export function parseDeepLink(url: string): DeepLink {
  if (!URL.canParse(url)) return { kind: 'other' };
  const { host, pathname, searchParams } = new URL(url);
  // In an address with a scheme of its own the first word stands where the host is.
  const [section, action] = `${host}${pathname}`.split('/').filter(Boolean).slice(-2);
  if (section !== 'auth' || action !== 'token') return { kind: 'other' };
  const token = searchParams.get('token')?.trim();
  if (!token) return { kind: 'tokenMissing' };
  const clientState = searchParams.get('client_state');
  return { kind: 'token', token, ...(clientState && { clientState }) };
}
