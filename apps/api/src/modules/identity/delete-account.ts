import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import type { Keeper } from '../../platform/keeper.ts';
import { removeFiles } from '../media/index.ts';
import { lockUser } from './account.queries.ts';
import { deleteTokensOf, findUser, updateUser } from './identity.queries.ts';
import { noOne } from './no-one.ts';
import { prove } from './prove.ts';

/**
 * Hidden at once: nobody sees or signs in to the account any more. What questions about payments may still need
 * goes weeks later (`eraseLeft`).
 */
export async function deleteAccount(
  context: Context,
  { actor, body, language }: Call<typeof endpoints.deleteAccount>,
  keepers: readonly Keeper[],
) {
  const { db, clock, jobs } = context;
  const user = await findUser(db, actor.id);
  // Before the proof, so that a code is not used up in vain.
  await expectNothingOpen(db, user.id, language, keepers);
  await prove(context, user, body);

  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, user.id))) throw new AppError('notSignedIn');
    for (const keeper of keepers) await keeper.hide?.(trx, user.id, now);
    await expectNothingOpen(trx, user.id, language, keepers);
    await deleteTokensOf(trx, user.id);
    await updateUser(trx, user.id, { ...noOne, deleted_at: now });
    await removeFiles(jobs, trx, [user.avatar_path]);
    await jobs.enqueue(trx, 'mail', { template: 'deletion', userId: user.id });
  });
  return { success: true, code: 0 as const };
}

async function expectNothingOpen(
  db: DbOrTrx,
  userId: number,
  language: Language,
  keepers: readonly Keeper[],
): Promise<void> {
  // One after another: a transaction has a single connection.
  const open = [];
  for (const keeper of keepers) open.push(...((await keeper.open?.(db, userId, language)) ?? []));
  if (open.length === 0) return;
  throw new AppError('conflict', {
    message: 'identity.stillOpen',
    fields: Object.fromEntries(open.map(({ name }) => [name, `identity.open.${name}`])),
    values: Object.fromEntries(open.map(({ name, detail }) => [name, detail])),
  });
}
