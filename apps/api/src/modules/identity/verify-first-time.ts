import type { Trx } from '../../platform/db/database.ts';
import { deleteTokensOf, updateUser } from './identity.queries.ts';

/** The address is theirs: what somebody else may have set on it before, password and tokens, goes. */
export async function verifyFirstTime(trx: Trx, userId: number, now: Date): Promise<void> {
  await deleteTokensOf(trx, userId);
  await updateUser(trx, userId, { email_verified_at: now, password_hash: null });
}
