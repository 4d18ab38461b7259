import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { generateToken } from '../../identity/index.ts';
import { buildBuyerOrderView } from '../order-view.ts';
import { findMyOrder, lockMyOrder } from '../orders.queries.ts';
import { findLiveLink, insertLink, takeBackLink } from './friend-links.queries.ts';
import { findSendError } from './friend-links.rules.ts';

export const hashLinkKey = (secrets: Secrets, key: string): Buffer => secrets.hash('friend-link', key);

/** The key is in the answer alone; a link that was made before is void. */
export async function createFriendLink(
  { db, clock, secrets, config }: Context,
  { actor, params: { id }, language }: Call<typeof endpoints.createFriendLink>,
) {
  const now = clock.now();
  const key = generateToken();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMyOrder(trx, actor.id, id))) throw new AppError('notFound');
    const order = (await findMyOrder(trx, actor.id, id))!;
    const error = findSendError(order, now);
    if (error) throw new AppError('conflict', { message: `orders.${error}` });
    await takeBackLink(trx, id, now);
    await insertLink(trx, {
      order_id: id,
      key_hash: hashLinkKey(secrets, key),
      created_at: now,
      ends_at: order.pickup_end,
    });
  });
  const order = buildBuyerOrderView((await findMyOrder(db, actor.id, id))!, language, now, secrets);
  return { data: order, url: `${config.publicUrl}/friend#${key}` };
}

export async function takeBackFriendLink(
  { db, clock, secrets }: Context,
  { actor, params: { id }, language }: Call<typeof endpoints.takeBackFriendLink>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMyOrder(trx, actor.id, id))) throw new AppError('notFound');
    if ((await findLiveLink(trx, id))?.opened_at)
      throw new AppError('conflict', { message: 'orders.friendOpened' });
    await takeBackLink(trx, id, now);
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, id))!, language, now, secrets) };
}
