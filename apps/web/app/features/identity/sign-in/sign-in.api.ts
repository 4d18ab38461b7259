import { queryOptions } from '@tanstack/react-query';
import { ApiError, createClient, type Input } from '@wopack/contract/client';
import { apiHost, call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { meQuery } from '../../../lib/data/shared-queries.ts';
import { getCurrentLanguage } from '../../../lib/i18n/language.ts';
import { getReferralCode } from '../../../lib/session/referral-code.ts';
import {
  readStored,
  removeFromSessionStorage,
  removeStored,
  safeSessionStorage,
  writeStored,
} from '../../../lib/storage/storage.ts';
import { updateCity } from '../account/account.api.ts';
import { logOut, revokeSession } from '../identity.api.ts';

export type CodePurpose = NonNullable<Input<'sendCode'>['body']['purpose']>;

/** The device's name in the list of sessions: its user agent, as docs/specification.md requires. */
const getDeviceName = () => navigator.userAgent.slice(0, 512);

/**
 * Recognises this device after a sign-out. Pages of the API's own origin have a cookie for it, the mobile app keeps the
 * key.
 */
const getDevice = () => ({
  device_name: getDeviceName(),
  ...(apiHost && { device_key: readStored('deviceKey') ?? '' }),
});

/** Mails a code that works for the purpose alone. */
export const requestCode = (email: string, purpose: CodePurpose) =>
  call('sendCode', { body: { email, purpose, ...getDevice() } });

/** Requests a code and stores the address it was sent to. */
export async function requestSignInCode(email: string): Promise<void> {
  await requestCode(email, 'sign_in');
  writeStored('tempEmail', email);
}

/**
 * Signing in by code verifies the address; an unknown one gets an account, with the referral attached. Resolves to
 * whether passwords and linked accounts set before the verification were removed.
 */
export async function signInByCode(email: string, code: string): Promise<boolean> {
  const body = { email, code, ref_link: getReferralCode(), ...getDevice() };
  const { access_reset: accessReset = false, ...session } = await call('login', { body });
  await completeSignIn(session);
  return accessReset;
}

export interface Credentials {
  email: string;
  password: string;
  /** False: the session ends after a day. */
  remember: boolean;
}

export async function signInByPassword(credentials: Credentials): Promise<void> {
  await completeSignIn(await call('login', { body: { ...credentials, ...getDevice() } }));
}

export interface Registration {
  name: string;
  email: string;
  password: string;
  is_owner: boolean;
  is_partner: boolean;
  check_terms: boolean;
}

export async function signUp(registration: Registration): Promise<void> {
  await completeSignIn(
    await call('register', {
      body: { ...registration, ...getDevice(), ref_link: getReferralCode() },
    }),
  );
}

/**
 * Starts an external sign-in from this tab. The redirect back must carry this value, which a foreign link does not
 * know.
 */
export function createSignInState(): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  writeStored('signInState', state, safeSessionStorage);
  return state;
}

/** Clears all data of a former user before the session starts, which begins with the guest's choices. */
async function completeSignIn({ token, device_key }: { token: string; device_key?: string }): Promise<void> {
  queryClient.clear();
  removeStored('tempEmail');
  if (device_key) writeStored('deviceKey', device_key);
  writeStored('token', token);
  await keepGuestChoices();
}

/** The account gets the heart that the guest pressed, what they asked to be told of, and their city unless it has one. */
async function keepGuestChoices(): Promise<void> {
  const shownCity = readStored('guestCity', safeSessionStorage);
  const favourite = readStored('guestFavourite', safeSessionStorage);
  const search = readStored('guestSearch', safeSessionStorage);
  removeFromSessionStorage('guestCity', 'guestFavourite', 'guestSearch');
  const keepCity = async () => {
    // Loading the account deletes what another one left behind.
    const me = await queryClient.query(meQuery);
    const city = readStored('selectedCity') ?? shownCity;
    if (me.city) removeStored('selectedCity');
    else if (city) await updateCity(city);
  };
  // Without a response the user is signed in all the same, and chooses again.
  await Promise.allSettled([
    (shownCity || readStored('selectedCity')) && keepCity(),
    favourite && call('toggleFavourite', { params: { id: favourite }, body: { is_favourite: true } }),
    search && call('saveSearch', { body: search }),
  ]);
}

/** The token of a sign-in link, which entry.first-paint.ts removed from the address. */
export const readMagicLinkToken = (): string | null => readStored('givenToken', safeSessionStorage);

/** Whether this tab started the sign-in that a link completes. */
export const isOwnSignInState = (clientState: string | null): boolean =>
  Boolean(clientState) && clientState === readStored('signInState', safeSessionStorage);

export const authProvidersQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: async ({ signal }) => (await call('listAuthProviders', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The user of a token; null when the server does not know it. */
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

/** Replaces the session of this device by the link's token; the former session ends. */
export async function signInByMagicLink(
  token: string,
  { isSameUser }: { isSameUser: boolean },
): Promise<void> {
  const previousToken = readStored('token');
  if (!isSameUser) await logOut();
  else if (previousToken !== null && previousToken !== token) await revokeSession();
  clearMagicLink();
  await completeSignIn({ token });
}

/** After the token was used or refused. */
export function clearMagicLink(): void {
  removeFromSessionStorage('givenToken', 'signInState');
}
