import { App } from '@capacitor/app';

/** Handlers of sign-in links, supplied by the web app. */
export interface DeepLinkHandlers {
  /** Called with the token of the link, and with the state of an external sign-in that the app started. */
  onToken: (token: string, clientState?: string) => void;
  onTokenMissing: () => void;
}

/** Handles links that open the app. Capacitor retains the link that started it until the listener is added. */
export async function handleDeepLinks({ onToken, onTokenMissing }: DeepLinkHandlers): Promise<void> {
  await App.addListener('appUrlOpen', ({ url }) => {
    const link = parseDeepLink(url);
    if (link.kind === 'token' && link.clientState) onToken(link.token, link.clientState);
    else if (link.kind === 'token') onToken(link.token);
    if (link.kind === 'tokenMissing') onTokenMissing();
  });
}

/** `clientState`: state of an external sign-in that the app started. */
export type DeepLink =
  | { kind: 'token'; token: string; clientState?: string }
  | { kind: 'tokenMissing' }
  | { kind: 'other' };

/**
 * Parses a link: `https://…/auth/token?token=…` as well as `wopack://auth/token?token=…`, and with the token in the
 * fragment, where servers do not see it. Source: docs/specification.md, Pages.
 */
export function parseDeepLink(url: string): DeepLink {
  if (!URL.canParse(url)) return { kind: 'other' };
  const { host, pathname, searchParams, hash } = new URL(url);
  // In a URL with the scheme wopack: 'auth' is the host.
  const [section, action] = `${host}${pathname}`.split('/').filter(Boolean).slice(-2);
  if (section !== 'auth' || action !== 'token') return { kind: 'other' };
  const fragment = new URLSearchParams(hash.slice(1));
  const token = (fragment.get('token') ?? searchParams.get('token'))?.trim();
  if (!token) return { kind: 'tokenMissing' };
  const clientState = searchParams.get('client_state');
  return { kind: 'token', token, ...(clientState && { clientState }) };
}
