import { ApiError, type Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { cancelPushSubscription, clearUserCaches } from '../../lib/offline/offline-cache.ts';
import { endSession, endSessionOnServer, getSessionToken, hasSession } from '../../lib/session/session.ts';
import { clearStorage } from '../../lib/storage/storage.ts';

/**
 * Called at start: removes a stored token that the server refuses; without a response it stays, for offline tickets.
 */
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

/** Ends the session on the server if it is reachable. */
export const revokeSession = () => endSessionOnServer(() => call('logout')).catch(() => undefined);

/** Ends the session on the server if it is reachable, and deletes all local data in any case. */
export async function logOut(): Promise<void> {
  await revokeSession();
  await clearLocalData();
}

/** Deletes all data of the user on this device and ends its push subscription. */
export async function clearLocalData(): Promise<void> {
  clearStorage();
  queryClient.clear();
  await Promise.all([clearUserCaches(), cancelPushSubscription()]);
}

/** A linked external account. */
export type AuthProvider = Reply<'listAuthProviders'>['data'][number];
