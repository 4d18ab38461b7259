import type { endpoints } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import { countKeptUnits, DAY_MS, formatShortName, type Language, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { notifyUser } from '../../notifications/index.ts';
import { buildCalendarPath, getCalendarLinkEnd } from '../calendar-file.ts';
import { buildSalePlace, buildTicket, loadMailValues } from '../order-view.ts';
import { lockOrder } from '../orders.queries.ts';
import { isTakenPinError, listOpenPinHashes, updatePins } from '../pin/pins.queries.ts';
import { generatePin, protectPin } from '../pin/pins.ts';
import { type FriendOrderRow, findFriendOrder, findLiveLink, markOpened } from './friend-links.queries.ts';
import { getFriendOrderState } from './friend-links.rules.ts';
import { hashLinkKey } from './friend-links.ts';

async function requireFriendOrder(db: DbOrTrx, keyHash: Buffer): Promise<FriendOrderRow> {
  const row = await findFriendOrder(db, keyHash);
  // Whether it was taken back, replaced or never made is nobody's business.
  if (!row) throw new AppError('notFound', { message: 'orders.friendLinkOver' });
  return row;
}

/** Without the PIN. */
function buildFriendOrderView(row: FriendOrderRow, language: Language, now: Date) {
  return {
    state: getFriendOrderState(row, now),
    from: formatShortName(row.name, row.surname),
    pickup: pickupDateText(row.pickup_start, row.pickup_end, row.time_zone, language),
    pickup_start: row.pickup_start.toISOString(),
    pickup_end: row.pickup_end.toISOString(),
    opened_at: row.opened_at?.toISOString() ?? null,
    collected_at: row.collected_at?.toISOString() ?? null,
    quantity: countKeptUnits(row),
    product: {
      name: row.product_name,
      local_name: row.product_names?.[language] ?? null,
      photos: row.photos,
    },
    allergens: row.allergens as Reply<'getFriendOrder'>['data']['allergens'],
    ...(row.is_free_of_allergens && { free_of_allergens: true }),
    sale_place: buildSalePlace(row),
  };
}

/** Changes nothing: programs that preview links may call it. */
export async function getFriendOrder(
  { db, clock, secrets }: Context,
  { body, language }: Call<typeof endpoints.getFriendOrder>,
) {
  const row = await requireFriendOrder(db, hashLinkKey(secrets, body.key));
  return { data: buildFriendOrderView(row, language, clock.now()) };
}

export async function openFriendOrder(
  context: Context,
  { body, language }: Call<typeof endpoints.openFriendOrder>,
) {
  const { db, clock, secrets } = context;
  const now = clock.now();
  const keyHash = hashLinkKey(secrets, body.key);
  let row = await requireFriendOrder(db, keyHash);
  if (getFriendOrderState(row, now) === 'unopened') {
    await handOver(context, keyHash, row);
    row = await requireFriendOrder(db, keyHash);
  }
  const view = buildFriendOrderView(row, language, now);
  if (view.state !== 'opened') return { data: { ...view, pin: null } };
  return {
    data: {
      ...view,
      ...buildTicket(row, secrets),
      ...(now < row.pickup_start && {
        calendar: buildCalendarPath(secrets, {
          id: row.id,
          expiresAt: getCalendarLinkEnd(now),
          language,
          reader: 'friend',
        }),
      }),
    },
  };
}

/**
 * The order gets a new PIN and version, once, so that what the buyer has of it is void, also at counters without a
 * connection once they have one.
 */
async function handOver(
  context: Context,
  keyHash: Buffer,
  order: Pick<FriendOrderRow, 'id' | 'sale_place_id'>,
): Promise<void> {
  const { db, clock, secrets } = context;
  const { id, sale_place_id: salePlaceId } = order;
  const now = clock.now();
  try {
    await db.transaction().execute(async (trx) => {
      await lockOrder(trx, id);
      // Read when nobody can cancel, hand out or take back any more.
      const row = await requireFriendOrder(trx, keyHash);
      if (getFriendOrderState(row, now) !== 'unopened') return;
      await markOpened(trx, keyHash, now);
      const pin = generatePin(secrets, salePlaceId, await listOpenPinHashes(trx, salePlaceId));
      await updatePins(trx, [{ id, ...protectPin(secrets, salePlaceId, pin) }]);
      await notifyBuyer(context, trx, row, 'friendOpened');
    });
  } catch (error) {
    // Another order got this PIN at the same moment: all was rolled back and is done again.
    if (!isTakenPinError(error)) throw error;
    await handOver(context, keyHash, order);
  }
}

async function notifyBuyer(
  context: Context,
  trx: Trx,
  order: { id: number; user_id: number; pickup_end: Date },
  template: 'friendOpened' | 'friendCollected',
): Promise<void> {
  const { id } = order;
  await notifyUser(context, trx, {
    userId: order.user_id,
    template,
    values: await loadMailValues(trx, id, context.clock.now()),
    url: `/orders/${id}`,
    tag: `order-${id}`,
    until: new Date(order.pickup_end.getTime() + DAY_MS),
  });
}

/** Tells the buyer of an order that was collected, if a friend had it. */
export async function notifyOfFriendPickup(
  context: Context,
  trx: Trx,
  order: { id: number; user_id: number; pickup_end: Date },
): Promise<void> {
  if ((await findLiveLink(trx, order.id))?.opened_at)
    await notifyBuyer(context, trx, order, 'friendCollected');
}
