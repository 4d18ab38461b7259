import type { endpoints } from '@wopack/contract';
import { type Language, publicSaleAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { findAllocatedSlot, listAllocatedSlots } from '../products/index.ts';
import { countLines, type Entry, listEntriesOfDraw, listEntriesOfUser } from './allocation.queries.ts';
import { computeDrawKey, computeEntryHmac } from './allocation.rules.ts';
import { type Draw, findDraw, listDrawsOfSlots } from './draws.queries.ts';
import { chooseProductName } from './offer-units.ts';

const RECENT_MS = 30 * 24 * 3_600_000;

export async function listMyEntries(
  { db, clock }: Context,
  { actor, language }: Call<typeof endpoints.listMyEntries>,
) {
  const now = clock.now();
  const entries = await listEntriesOfUser(db, actor.id, new Date(now.getTime() - RECENT_MS));
  return { data: await buildMyEntries(db, entries, now, language) };
}

/** Entries as their user sees them. */
export async function buildMyEntries(db: DbOrTrx, entries: readonly Entry[], now: Date, language: Language) {
  const slotIds = [...new Set(entries.map(({ slot_id }) => slot_id))];
  const [slots, draws, line] = await Promise.all([
    listAllocatedSlots(db, slotIds),
    listDrawsOfSlots(db, slotIds),
    countLines(db, slotIds),
  ]);
  return entries.map((entry) => {
    const slot = slots.find(({ id }) => id === entry.slot_id)!;
    const draw = draws.find(({ slot_id }) => slot_id === entry.slot_id);
    const isOver = entry.state === 'waiting' && now >= publicSaleAt(slot.ends_at);
    return {
      state: isOver ? ('ended' as const) : entry.state,
      entry_id: entry.draw_id === null ? null : entry.id,
      rank: entry.rank,
      place: isOver ? null : (line.find(({ id }) => id === entry.id)?.place ?? null),
      offer_expires_at: entry.state === 'offered' ? entry.offer_expires_at!.toISOString() : null,
      slot_id: entry.slot_id,
      draw_id: entry.draw_id,
      draw_state: entry.draw_id === null ? null : (draw?.state ?? null),
      closes_at: entry.draw_id === null ? null : (draw?.closes_at.toISOString() ?? null),
      entries: draw?.entries ?? 0,
      units: draw?.units ?? slot.quantity,
      waiting: line.filter(({ slot_id }) => slot_id === entry.slot_id).length,
      public_sale_at: publicSaleAt(slot.ends_at).toISOString(),
      price_cents: slot.price_cents,
      pickup_start: slot.starts_at.toISOString(),
      pickup_end: slot.ends_at.toISOString(),
      created_at: entry.created_at.toISOString(),
      product: {
        id: slot.product_id,
        name: chooseProductName(slot, language),
        photo: slot.photos[0] ?? null,
      },
      sale_place: { id: slot.sale_place_id, name: slot.sale_place_name, time_zone: slot.time_zone },
    };
  });
}

/** A draw as anybody can check it: what is published at each of its states, and nothing before. */
export async function getDraw({ db }: Context, { params, language }: Call<typeof endpoints.getDraw>) {
  const draw = await findDraw(db, params.id);
  const slot = draw && (await findAllocatedSlot(db, draw.slot_id));
  if (!draw || !slot || slot.is_hidden) throw new AppError('notFound');
  const entries = await listEntriesOfDraw(db, draw.id);
  const key = draw.seed && computeDrawKey(draw.seed, draw.list_hash!, draw.beacon_value);
  return {
    data: {
      id: draw.id,
      state: draw.state,
      units: draw.units ?? slot.quantity,
      entries: entries.length,
      opened_at: draw.opened_at.toISOString(),
      closes_at: draw.closes_at.toISOString(),
      closed_at: draw.closed_at?.toISOString() ?? null,
      drawn_at: draw.drawn_at?.toISOString() ?? null,
      pickup_start: slot.starts_at.toISOString(),
      pickup_end: slot.ends_at.toISOString(),
      product: { id: slot.product_id, name: chooseProductName(slot, language) },
      sale_place: { id: slot.sale_place_id, name: slot.sale_place_name, time_zone: slot.time_zone },
      seed_hash: draw.seed_hash.toString('hex'),
      list: draw.list_hash
        ? entries.map(({ id, random, rank }) => ({
            id,
            random: random.toString('hex'),
            rank,
            hmac: key ? computeEntryHmac(key, id).toString('hex') : null,
          }))
        : null,
      list_hash: draw.list_hash?.toString('hex') ?? null,
      beacon: buildBeaconView(draw),
      seed: draw.seed?.toString('hex') ?? null,
      key: key?.toString('hex') ?? null,
    },
  };
}

const buildBeaconView = ({ beacon_url, beacon_round, beacon_value }: Draw) =>
  beacon_value
    ? { url: beacon_url!, round: Number(beacon_round), value: beacon_value.toString('hex') }
    : null;
