import type { endpoints } from '@wopack/contract';
import { earningCents, publicSaleAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { recordActivity } from '../businesses/index.ts';
import { listHoldsOfSlots } from '../payments/index.ts';
import {
  findProductPlan,
  getSlotMode,
  listAllocatedSlots,
  listMyProductPlans,
  listRecentSlots,
  lockProductPlan,
  planSlotsAhead,
  saveProductPlan,
} from '../products/index.ts';
import { countLines, countPeople } from './allocation.queries.ts';
import { type PastSlot, type Plan, planNextSlot } from './allocation.rules.ts';
import { listDrawsOfSlots } from './draws.queries.ts';

/** More than five, because slots before draws that had too few entries are left out. */
const HISTORY_SLOTS = 12;

type ProductPlan = NonNullable<Awaited<ReturnType<typeof findProductPlan>>>;

/** The slots of a product that are or were on sale; each goes on sale when the one before ends. */
async function loadHistory(
  db: DbOrTrx,
  { id, created_at: createdAt }: Pick<ProductPlan, 'id' | 'created_at'>,
  now: Date,
): Promise<PastSlot[]> {
  const slots = await listRecentSlots(db, id, now, HISTORY_SLOTS);
  const draws = await listDrawsOfSlots(
    db,
    slots.map((slot) => slot.id),
  );
  return slots.map((slot, index): PastSlot => {
    const draw = draws.find((candidate) => candidate.slot_id === slot.id && candidate.state !== 'cancelled');
    if (!draw)
      return { kind: 'first_come', onSaleAt: slots[index + 1]?.ends_at ?? createdAt, takenAt: slot.taken_at };
    const { entries, units } = draw;
    return { kind: 'draw', result: draw.state === 'drawn' ? { entries, units: units ?? 0 } : null };
  });
}

const loadPlan = async (db: DbOrTrx, product: ProductPlan, now: Date): Promise<Plan> =>
  planNextSlot(product.allocation, await loadHistory(db, product, now));

/** Decides again how the next slots are given out: after a slot was sold out, opened for a draw, or drawn. */
export const planProduct = ({ db, clock }: Context, productId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const product = await lockProductPlan(trx, productId);
    if (product?.allocation === 'automatic') await applyPlan(trx, product, clock.now());
  });

async function applyPlan(trx: Trx, product: ProductPlan, now: Date): Promise<Plan> {
  const plan = await loadPlan(trx, product, now);
  const isDrawn = plan.mode === 'draw';
  const { id, allocation, entry_minutes } = product;
  await saveProductPlan(trx, id, { allocation, entry_minutes, draws_next: isDrawn });
  await planSlotsAhead(trx, id, isDrawn, now);
  return plan;
}

export async function updateAllocation(
  { db, clock }: Context,
  { actor, params, body }: Call<typeof endpoints.updateAllocation>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const product = await lockProductPlan(trx, params.id, actor.member);
    if (!product) throw new AppError('notFound');
    const { allocation, entry_minutes = product.entry_minutes } = body;
    await applyPlan(trx, { ...product, allocation, entry_minutes }, now);
    await recordActivity(trx, actor, {
      kind: 'allocation_changed',
      salePlaceId: product.sale_place_id,
      productId: params.id,
      before: { plan: product.allocation },
      after: { plan: allocation },
      now,
    });
  });
  const [product] = await listMyProductPlans(db, { scope: actor.member, productId: params.id }, now);
  // A draft has no slots yet.
  const plan = product ?? { ...(await findProductPlan(db, params.id))!, next_starts_at: null };
  return { data: await buildPlanView(db, plan, now) };
}

async function buildPlanView(db: DbOrTrx, product: ProductPlan & { next_starts_at: Date | null }, now: Date) {
  return {
    allocation: product.allocation,
    entry_minutes: product.entry_minutes,
    next: {
      ...(await loadPlan(db, product, now)),
      pickup_start: product.next_starts_at?.toISOString() ?? null,
    },
  };
}

/** How the seller's products are given out, with the stock of their slots on sale. */
export async function listSellerAllocations(
  { db, clock }: Context,
  { actor, query }: Call<typeof endpoints.listSellerAllocations>,
) {
  const now = clock.now();
  const products = await listMyProductPlans(
    db,
    { scope: actor.member, salePlaceId: query.sale_place_id, productId: query.product_id },
    now,
  );
  const slotIds = products.flatMap(({ slot_id }) => slot_id ?? []);
  const [slots, draws, line, holds] = await Promise.all([
    listAllocatedSlots(db, slotIds),
    listDrawsOfSlots(db, slotIds),
    countLines(db, slotIds),
    listHoldsOfSlots(db, slotIds),
  ]);
  const data = [];
  for (const product of products) {
    const slot = slots.find(({ id }) => id === product.slot_id);
    const draw = draws.find(({ slot_id }) => slot_id === product.slot_id);
    const slotHolds = holds.filter(({ slot_id }) => slot_id === product.slot_id);
    const offers = slotHolds.filter(({ is_offer }) => is_offer);
    data.push({
      product: { id: product.id, name: product.name, sale_place_id: product.sale_place_id },
      ...(await buildPlanView(db, product, now)),
      slot: slot
        ? {
            id: slot.id,
            pickup_start: slot.starts_at.toISOString(),
            pickup_end: slot.ends_at.toISOString(),
            quantity: slot.quantity,
            sold: slot.quantity - slot.units_left - slotHolds.length,
            offered: offers.length,
            held: slotHolds.length - offers.length,
            left: slot.units_left,
            offered_until: findLatest(offers.map(({ expires_at }) => expires_at)),
            mode: getSlotMode(slot, now),
            draw: draw
              ? {
                  id: draw.id,
                  state: draw.state,
                  closes_at: draw.closes_at.toISOString(),
                  entries: draw.entries,
                  units: draw.units ?? slot.quantity,
                }
              : null,
            waiting: line.filter(({ slot_id }) => slot_id === slot.id).length,
            public_sale_at: publicSaleAt(slot.ends_at).toISOString(),
            can_wait: getSlotMode(slot, now) === 'waitlist',
          }
        : null,
    });
  }
  return { data };
}

const findLatest = (instants: readonly Date[]): string | null =>
  instants.length ? new Date(Math.max(...instants.map((at) => at.getTime()))).toISOString() : null;

/** Wanted against sold, by slot: who entered, waited or bought. */
export async function getDemand(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, query }: Call<typeof endpoints.getDemand>,
) {
  const now = clock.now();
  const products = await listMyProductPlans(
    db,
    { scope: actor.member, salePlaceId: query.sale_place_id, productId: query.product_id },
    now,
  );
  const data = [];
  for (const product of products) {
    const recent = (await listRecentSlots(db, product.id, now, query.limit ?? 14)).toReversed();
    const slotIds = recent.map(({ id }) => id);
    const [draws, people] = await Promise.all([listDrawsOfSlots(db, slotIds), countPeople(db, slotIds)]);
    const slots = recent.map((slot) => {
      const draw = draws.find(({ slot_id, state }) => slot_id === slot.id && state !== 'cancelled');
      const counts = people.find(({ slot_id }) => slot_id === slot.id) ?? { people: 0, bought: 0 };
      const { sold } = slot;
      return {
        slot_id: slot.id,
        date: slot.date,
        mode: draw ? ('draw' as const) : ('first_come' as const),
        draw_id: draw?.id ?? null,
        quantity: slot.quantity,
        sold,
        // Buyers who took part are among the people already.
        wanted: Math.max(sold, counts.people + sold - counts.bought),
      };
    });
    if (!slots.some((slot) => slot.wanted > 0)) continue;
    data.push({
      product: { id: product.id, name: product.name },
      sale_place: {
        id: product.sale_place_id,
        name: product.sale_place_name,
        time_zone: product.time_zone,
      },
      price_cents: product.price_cents,
      earning_cents: earningCents(product.price_cents),
      slots,
    });
  }
  return { data };
}
