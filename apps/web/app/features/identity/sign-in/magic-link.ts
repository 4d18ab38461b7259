import { queryOptions } from '@tanstack/react-query';
import { ApiError, createClient } from '@wopack/contract/client';
import { apiHost, call } from '../../../lib/api/api.ts';
import { getCurrentLanguage } from '../../../lib/i18n/language.ts';
import { readStored, removeFromSessionStorage, safeSessionStorage } from '../../../lib/storage/storage.ts';
import { logOut } from '../identity.api.ts';
import { completeSignIn } from './sign-in.ts';

/** The token of a sign-in link, which `public/magic-link-token.js` took out of the address before anything was loaded. */
export const readMagicLinkToken = (): string | null => readStored('givenToken', safeSessionStorage);

/** Whether this tab set out for the sign-in that a link answers. */
export const isOwnSignInState = (clientState: string | null): boolean =>
  Boolean(clientState) && clientState === readStored('signInState', safeSessionStorage);

/** Whose token it is; null when the server does not know it. */
export const magicLinkUserQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['given-token'],
    enabled: token !== null,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const callAsUser = createClient({ host: apiHost, token: () => token, language: getCurrentLanguage });
      try {
        return (await callAsUser('getMe', { signal })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
  });

/** The link's token is this device's from now on; the one it had before ends. */
export async function signInByMagicLink(
  token: string,
  { isSameUser }: { isSameUser: boolean },
): Promise<void> {
  const previousToken = readStored('token');
  if (!isSameUser) await logOut();
  else if (previousToken !== null && previousToken !== token) await call('logout').catch(() => undefined);
  clearMagicLink();
  completeSignIn({ token });
}

/** It is used, or refused. */
export function clearMagicLink(): void {
  removeFromSessionStorage('givenToken', 'signInState');
}
