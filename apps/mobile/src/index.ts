import { App } from '@capacitor/app';

/** What is to happen when a sign-in link opens the app; the web app says how. */
export interface DeepLinkHandlers {
  /** Asks whether to sign in, stores the token and opens the page that asks where the person is. */
  onToken: (token: string, clientState?: string) => void;
  onTokenMissing: () => void;
}

/** From now on links that open the app are followed; the one that started it has been kept and comes first. */
export async function handleDeepLinks({ onToken, onTokenMissing }: DeepLinkHandlers): Promise<void> {
  await App.addListener('appUrlOpen', ({ url }) => {
    const link = parseDeepLink(url);
    if (link.kind === 'token' && link.clientState) onToken(link.token, link.clientState);
    else if (link.kind === 'token') onToken(link.token);
    if (link.kind === 'tokenMissing') onTokenMissing();
  });
}

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
