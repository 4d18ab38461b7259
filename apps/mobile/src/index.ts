import { App } from '@capacitor/app';
import { parseDeepLink } from './deep-link.ts';

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
