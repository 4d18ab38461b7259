import type { Context } from '../../platform/context.ts';
import type { Keeper } from '../../platform/keeper.ts';
import { removePhoto } from '../media/index.ts';
import { deleteLoginCode, leftBefore } from './account.queries.ts';
import { updateUser } from './identity.queries.ts';
import { randomRefCode } from './secrets.ts';
import { deleteIdentities } from './social/social.queries.ts';

/** People are promised 30 days; this looks once a day. */
const KEPT_MS = 29 * 86_400_000;

/** What was kept of people who left: it goes, and their address may make a new account. */
export async function eraseLeft({ db, clock, jobs }: Context, keepers: readonly Keeper[]): Promise<void> {
  const now = clock.now();
  for (const { id, email } of await leftBefore(db, new Date(now.getTime() - KEPT_MS))) {
    await db.transaction().execute(async (trx) => {
      for (const keeper of keepers) {
        for (const photo of (await keeper.erase?.(trx, id, now)) ?? []) await removePhoto(jobs, trx, photo);
      }
      await deleteLoginCode(trx, email);
      await deleteIdentities(trx, id);
      await updateUser(trx, id, {
        email: `erased-${id}@wopack.invalid`,
        email_verified_at: null,
        ref_code: randomRefCode(),
        language: 'en',
        erased_at: now,
      });
    });
  }
}
