import type { endpoints } from '@wopack/contract';
import { publicSaleAt } from '@wopack/domain';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Db } from '../../platform/db/database.ts';
import { anyOf, sharedReadHint } from '../../platform/performance/prepared-statements.ts';
import { getSlotMode, type SlotAllocation } from '../products/index.ts';

type OfferAllocation = NonNullable<Static<typeof endpoints.getOffer.reply>['data']['allocation']>;
/** How a slot on sale is given out, as everybody sees it. */
export type AllocationView = Omit<OfferAllocation, 'mine'>;
type MyAllocation = NonNullable<OfferAllocation['mine']>;

interface SlotOnSale {
  slot_id: number;
  units_left: number;
  allocation: SlotAllocation;
  ends_at: Date;
}

/**
 * Draws and waitlists of slots on sale, without slots of which anybody may buy. One query, and none when no slot is
 * drawn or waited for. With `withPublic` also slots that are on public sale, after a draw or not.
 */
export async function loadAllocations(
  db: Db,
  slots: readonly SlotOnSale[],
  now: Date,
  { withPublic = false } = {},
): Promise<Map<number, AllocationView>> {
  const ids = slots.flatMap(({ slot_id, allocation }) =>
    withPublic || allocation !== 'public' ? [slot_id] : [],
  );
  const rows = ids.length ? await selectSlotDraws(db, ids).execute() : [];
  return new Map(
    slots.flatMap((slot): [number, AllocationView][] => {
      const row = rows.find(({ id }) => id === slot.slot_id);
      const mode = getSlotMode(slot, now);
      if (mode === 'sale' && !withPublic && !row?.draw_id) return [];
      const view: AllocationView = {
        mode,
        draw: row?.draw_id
          ? {
              id: row.draw_id,
              state: row.state!,
              closes_at: row.closes_at!.toISOString(),
              entries: row.entries,
              units: row.units ?? row.quantity,
            }
          : null,
        waiting: mode === 'waitlist' ? (row?.waiting ?? 0) : 0,
        public_sale_at: publicSaleAt(slot.ends_at).toISOString(),
        can_wait: mode === 'waitlist',
      };
      return [[slot.slot_id, view]];
    }),
  );
}

const selectSlotDraws = (db: Db, slotIds: readonly number[]) =>
  db
    .selectFrom('pickup_slots as slot')
    .leftJoin('draws as draw', 'draw.slot_id', 'slot.id')
    .select(['slot.id', 'slot.quantity', 'draw.id as draw_id', 'draw.state', 'draw.closes_at', 'draw.units'])
    .select(({ selectFrom }) => [
      selectFrom('allocation_entries')
        .whereRef('draw_id', '=', 'draw.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('entries'),
      selectFrom('allocation_entries')
        .whereRef('allocation_entries.slot_id', '=', 'slot.id')
        .where('allocation_entries.state', '=', sql.lit('waiting'))
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('waiting'),
    ])
    .where('slot.id', '=', anyOf(slotIds, 'bigint[]'))
    .modifyEnd(sharedReadHint);

/** A user's latest entries in draws and lines of these slots, with the place in line. */
export async function loadMyAllocations(
  db: Db,
  userId: number,
  slotIds: readonly number[],
): Promise<Map<number, MyAllocation>> {
  if (slotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('allocation_entries as entry')
    .distinctOn('entry.slot_id')
    .select(['entry.id', 'entry.slot_id', 'entry.draw_id', 'entry.state', 'entry.rank'])
    .select('entry.offer_expires_at')
    .innerJoin('products', 'products.id', 'entry.product_id')
    .select(
      // As `agreedPrice`; that of an offer is fixed.
      sql<number>`case when entry.state = 'offered' then entry.price_cents
        else least(entry.price_cents, products.price_cents) end`.as('price_cents'),
    )
    .select(({ selectFrom }) =>
      selectFrom('allocation_entries as before')
        .whereRef('before.slot_id', '=', 'entry.slot_id')
        .where('before.state', '=', sql.lit('waiting'))
        .where(
          sql<boolean>`(coalesce(before.rank, 2147483647), not before.is_first, before.position)
            <= (coalesce(entry.rank, 2147483647), not entry.is_first, entry.position)`,
        )
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('place'),
    )
    .where('entry.user_id', '=', userId)
    .where('entry.slot_id', '=', anyOf(slotIds, 'bigint[]'))
    .orderBy('entry.slot_id')
    .orderBy('entry.position', 'desc')
    .modifyEnd(sharedReadHint)
    .execute();
  return new Map(
    rows.map(({ id, slot_id, draw_id, state, rank, place, offer_expires_at, price_cents }) => [
      slot_id,
      {
        state,
        entry_id: draw_id === null ? null : id,
        rank,
        place: state === 'waiting' ? place : null,
        offer_expires_at: state === 'offered' ? (offer_expires_at?.toISOString() ?? null) : null,
        price_cents,
      },
    ]),
  );
}
