import type { endpoints } from '@wopack/contract';
import { canHandOut } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { approveShares } from '../affiliates/index.ts';
import { sellersView } from './order-view.ts';
import { step } from './orders.rules.ts';
import { hashPin, pinHashOf } from './pins.ts';
import {
  findOpenByPin,
  findSellersOrder,
  lockSellersOrder,
  markCollected,
  placesOf,
} from './seller-orders.queries.ts';
import { tryPin } from './try-pin.ts';

export async function checkPin(context: Context, { actor, body, language }: Call<typeof endpoints.checkPin>) {
  const [place] = await placesOf(context.db, actor.id, body.sale_place_id);
  if (!place) throw new AppError('notFound');
  const order = await tryPin(
    context,
    place.id,
    async (trx) =>
      (await findOpenByPin(trx, actor.id, place.id, {
        pin: body.pin,
        hash: hashPin(context.secrets, place.id, body.pin),
      })) ?? null,
  );
  return { data: sellersView(order, language, context.clock.now()) };
}

export async function handOut(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.handOut>,
) {
  const { db, clock } = context;
  const known = await findSellersOrder(db, actor.id, params.id);
  if (!known) throw new AppError('notFound');
  await tryPin(context, known.sale_place_id, async (trx, now) => {
    const order = (await lockSellersOrder(trx, actor.id, params.id))!;
    const triedHash = hashPin(context.secrets, order.sale_place_id, body.pin);
    if (!triedHash.equals(pinHashOf(context.secrets, order))) return null;
    const way = step(order.state, 'collected');
    if (way === 'no') throw new AppError('conflict', { message: 'orders.state' });
    if (way === 'yes') {
      if (!canHandOut(now, order.pickup_start, order.pickup_end)) {
        throw new AppError('conflict', { message: 'orders.notNow' });
      }
      await markCollected(trx, order.id, now);
      await approveShares(trx, order.id, now);
    }
    return order.id;
  });
  const after = (await findSellersOrder(db, actor.id, params.id))!;
  return { data: sellersView(after, language, clock.now()) };
}
