import { randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@wopack/domain';
import { sql } from 'kysely';
import {
  computeDrawKey,
  hashEntryList,
  hashSeed,
  rankEntries,
} from '../../../src/modules/allocation/allocation.rules.ts';
import { generateToken } from '../../../src/modules/identity/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import type { Secrets } from '../../../src/platform/secrets.ts';
import { demoCity } from '../accounts.ts';

const OPEN_ENTRIES = 34;
const DRAWN_ENTRIES = 41;
const PEOPLE_IN_LINE = 5;
const UNITS = 3;
const OFFER_MS = 30 * MINUTE_MS;

interface DemoAllocations {
  secrets: Secrets;
  demoBuyerId: number;
  buyerIds: readonly number[];
  now: Date;
}

interface Slot {
  id: number;
  product_id: number;
  price_cents: number;
  ends_at: Date;
}

/**
 * A draw that closes two minutes after the start, one that is over with the demo buyer among the winners, and a waitlist
 * of a sold-out offer. Each only if a slot fits at this time of day.
 */
export async function insertDemoAllocations(trx: Trx, demo: DemoAllocations): Promise<void> {
  const [openSlot, drawnSlot] = await listSlotsToDraw(trx, demo.now);
  if (openSlot) await insertOpenDraw(trx, openSlot, demo);
  if (drawnSlot) await insertDrawnDraw(trx, drawnSlot, demo);
  const soldOutSlot = await findSoldOutSlot(trx, demo.now);
  if (soldOutSlot) await insertLine(trx, soldOutSlot, demo);
}

/** Slots on sale, nothing of them sold, the nearest to the demo city; their windows begin in some time. */
async function listSlotsToDraw(trx: Trx, now: Date): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select slot.id, slot.product_id, product.price_cents, slot.ends_at
    from products product
    join sale_places place on place.id = product.sale_place_id
    join users seller on seller.id = place.seller_id
    join lateral (select * from pickup_slots where product_id = product.id and ends_at > ${now} and not closed
      order by ends_at limit 1) slot on slot.starts_at > ${new Date(now.getTime() + 75 * MINUTE_MS)}
    where product.state = 'active' and slot.units_left = slot.quantity and seller.email <> 'seller@wopack.example'
      and not exists (select from favourites where favourites.product_id = product.id)
    order by (place.latitude - ${demoCity.latitude}) ^ 2 + (place.longitude - ${demoCity.longitude}) ^ 2, product.id
    limit 2`.execute(trx);
  return rows;
}

async function findSoldOutSlot(trx: Trx, now: Date): Promise<Slot | undefined> {
  const { rows } = await sql<Slot>`
    select slot.id, slot.product_id, product.price_cents, slot.ends_at
    from products product
    join lateral (select * from pickup_slots where product_id = product.id and ends_at > ${now} and not closed
      order by ends_at limit 1) slot on slot.units_left = 0 and slot.ends_at > ${new Date(now.getTime() + 60 * MINUTE_MS)}
    where product.state = 'active' order by product.id limit 1`.execute(trx);
  return rows[0];
}

const setSlot = (trx: Trx, id: number, allocation: 'draw' | 'line', unitsLeft?: number) =>
  trx
    .updateTable('pickup_slots')
    .set({
      allocation,
      ...(unitsLeft !== undefined && { quantity: UNITS, units_left: unitsLeft, has_quantity_override: true }),
    })
    .where('id', '=', id)
    .execute();

const buildEntry = (userId: number, createdAt: Date) => ({
  id: randomUUID(),
  user_id: userId,
  random: randomBytes(16),
  created_at: createdAt,
});

async function insertOpenDraw(trx: Trx, slot: Slot, { secrets, buyerIds, now }: DemoAllocations) {
  await setSlot(trx, slot.id, 'draw', UNITS);
  await setProductDrawn(trx, slot.product_id);
  const seed = randomBytes(32);
  const openedAt = new Date(now.getTime() - 58 * MINUTE_MS);
  const { id: drawId } = await trx
    .insertInto('draws')
    .values({
      slot_id: slot.id,
      product_id: slot.product_id,
      state: 'open',
      opened_at: openedAt,
      closes_at: new Date(now.getTime() + 2 * MINUTE_MS),
      seed_hash: hashSeed(seed),
      sealed_seed: secrets.encrypt('draw-seed', seed.toString('hex')),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('allocation_entries')
    .values(
      buyerIds.slice(0, OPEN_ENTRIES).map((userId, index) => ({
        ...buildEntry(userId, new Date(openedAt.getTime() + index * MINUTE_MS)),
        slot_id: slot.id,
        product_id: slot.product_id,
        draw_id: drawId,
        price_cents: slot.price_cents,
        state: 'entered' as const,
      })),
    )
    .execute();
}

const setProductDrawn = (trx: Trx, id: number) =>
  trx.updateTable('products').set({ allocation: 'draw', draws_next: true }).where('id', '=', id).execute();

/** Drawn again until the demo buyer wins, as an operator could do with a draw without other people. */
async function insertDrawnDraw(
  trx: Trx,
  slot: Slot,
  { secrets, demoBuyerId, buyerIds, now }: DemoAllocations,
) {
  await setSlot(trx, slot.id, 'line', 0);
  await setProductDrawn(trx, slot.product_id);
  const openedAt = new Date(now.getTime() - 62 * MINUTE_MS);
  const closedAt = new Date(now.getTime() - 2 * MINUTE_MS);
  const people = [...buyerIds.slice(-(DRAWN_ENTRIES - 1)), demoBuyerId];
  const entries = people.map((userId, index) =>
    buildEntry(userId, new Date(openedAt.getTime() + index * MINUTE_MS)),
  );
  const listHash = hashEntryList(entries);
  const buyerEntryId = entries.at(-1)!.id;
  let seed: Buffer;
  let ranking: string[];
  do {
    seed = randomBytes(32);
    ranking = await rankEntries(
      computeDrawKey(seed, listHash, null),
      entries.map(({ id }) => id),
    );
  } while (ranking.indexOf(buyerEntryId) >= UNITS);
  const { id: drawId } = await trx
    .insertInto('draws')
    .values({
      slot_id: slot.id,
      product_id: slot.product_id,
      state: 'drawn',
      opened_at: openedAt,
      closes_at: closedAt,
      closed_at: closedAt,
      drawn_at: closedAt,
      units: UNITS,
      seed_hash: hashSeed(seed),
      sealed_seed: secrets.encrypt('draw-seed', seed.toString('hex')),
      seed,
      list_hash: listHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const entry of entries) {
    const rank = ranking.indexOf(entry.id) + 1;
    const offer =
      rank <= UNITS ? await insertOffer(trx, slot, entry.user_id, now) : { state: 'waiting' as const };
    await trx
      .insertInto('allocation_entries')
      .values({
        ...entry,
        ...offer,
        slot_id: slot.id,
        product_id: slot.product_id,
        draw_id: drawId,
        price_cents: slot.price_cents,
        rank,
        announced_at: closedAt,
      })
      .execute();
  }
}

async function insertOffer(trx: Trx, slot: Slot, userId: number, now: Date) {
  const expiresAt = new Date(Math.min(now.getTime() + OFFER_MS, slot.ends_at.getTime()));
  const { id } = await trx
    .insertInto('payments')
    .values({
      token: generateToken(),
      user_id: userId,
      product_id: slot.product_id,
      slot_id: slot.id,
      amount_cents: slot.price_cents,
      provider: 'sandbox',
      state: 'pending',
      is_offer: true,
      captures_later: true,
      expires_at: expiresAt,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { state: 'offered' as const, payment_id: id, offer_expires_at: expiresAt };
}

async function insertLine(trx: Trx, slot: Slot, { buyerIds, now }: DemoAllocations) {
  await setSlot(trx, slot.id, 'line');
  await trx
    .insertInto('allocation_entries')
    .values(
      buyerIds.slice(0, PEOPLE_IN_LINE).map((userId, index) => ({
        id: randomUUID(),
        slot_id: slot.id,
        product_id: slot.product_id,
        user_id: userId,
        price_cents: slot.price_cents,
        state: 'waiting' as const,
        created_at: new Date(now.getTime() - (PEOPLE_IN_LINE - index) * 7 * MINUTE_MS),
      })),
    )
    .execute();
}
