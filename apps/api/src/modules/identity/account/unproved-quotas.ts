import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { hasProvedAddress, lockUser } from '../identity.queries.ts';

/**
 * What a user may have before the address is proved: enough to sell, too little to fill lists, searches and disks by
 * accounts that cost nothing. Photos are those that nothing shows yet.
 */
export const UNPROVED_QUOTAS = { salePlaces: 3, products: 20, waitingPhotos: 30 } as const;

/**
 * Refuses one more of what a user without a proved address has enough of. Locks the user until the transaction ends, so
 * that what is added at once is counted one by one.
 */
export async function assertWithinUnprovedQuota(
  trx: Trx,
  userId: number,
  kind: keyof typeof UNPROVED_QUOTAS,
  count: () => Promise<number>,
): Promise<void> {
  // An address that is proved stays so.
  if (await hasProvedAddress(trx, userId)) return;
  const user = await lockUser(trx, userId);
  if (user?.email_verified_at) return;
  const limit = UNPROVED_QUOTAS[kind];
  if ((await count()) < limit) return;
  const message = `identity.unprovedQuota.${kind}`;
  throw new AppError('conflict', { message, values: { limit }, fields: { email_verified: message } });
}
