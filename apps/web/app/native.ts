import { handleDeepLinks } from '@wopack/mobile';
import { i18n, i18nReady } from './lib/i18n/i18n.ts';
import { paths } from './lib/paths.ts';

/** Only in the mobile app: a link with a token works as in a browser. */
export const startNativeApp = (): Promise<void> =>
  handleDeepLinks({
    onToken: (token, clientState) => {
      const query = clientState ? `?${new URLSearchParams({ client_state: clientState })}` : '';
      location.assign(`${paths.authToken}${query}#${new URLSearchParams({ token })}`);
    },
    onTokenMissing: () => void i18nReady.then(() => alert(i18n.t('errors:tokenLink'))),
  });
