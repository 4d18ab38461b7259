import { IconBrandAppleFilled, IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react';
import { ApiError, type Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { cancelPushSubscription, clearUserCaches } from '../../lib/session/clear-user-caches.ts';
import { endSession, getSessionToken, hasSession } from '../../lib/session/session.ts';
import { clearStorage } from '../../lib/storage/storage.ts';

/** At start: a stored token the server refuses goes; without an answer it stays (offline ticket). */
export async function checkSession(): Promise<void> {
  if (!hasSession()) return;
  const token = getSessionToken();
  try {
    const { success } = await call('checkAuth');
    if (!success) endSession(token);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) endSession(token);
  }
}

/** Ends the token on the server if it can be reached, and forgets everything here in any case. */
export async function logOut(): Promise<void> {
  await call('logout').catch(() => undefined);
  await clearLocalData();
}

/** Nothing of this person stays on this device, and nothing more is sent to it. */
export async function clearLocalData(): Promise<void> {
  clearStorage();
  queryClient.clear();
  await Promise.all([clearUserCaches(), cancelPushSubscription()]);
}

/** An account elsewhere by which one can sign in here. */
export type AuthProvider = Reply<'listAuthProviders'>['data'][number];

export const providerIcons = {
  google: IconBrandGoogle,
  apple: IconBrandAppleFilled,
  facebook: IconBrandFacebook,
};
export const providerNames: Record<AuthProvider, string> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
};
