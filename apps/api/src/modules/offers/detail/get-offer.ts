import { type endpoints, hasMemberRight } from '@wopack/contract';
import {
  cancellationDeadline,
  dropContradictedDiets,
  eurosFromCents,
  pickupDateText,
  resolvePosition,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findProductText, getCachedProductTypes, getShownQuantity } from '../../products/index.ts';
import { meanRating, translateTypes } from '../../sale-places/index.ts';
import { chordToMetres } from '../geometry.rules.ts';
import { loadAllocations, loadMyAllocations } from '../offer-allocations.queries.ts';
import { findOffer } from '../offers.queries.ts';
import { buildSellerView } from './get-sale-place.ts';
import { buildReliability, buildValueFigure } from './trust-figures.ts';
import { listExamples, listValueAnswers } from './value.queries.ts';

export async function getOffer(
  { db, clock }: Context,
  { params, query, actor, language }: Call<typeof endpoints.getOffer>,
) {
  const now = clock.now();
  const origin = resolvePosition(query, actor);
  const viewer = {
    userId: actor?.id ?? null,
    scope: actor?.member && hasMemberRight(actor.member.role, 'stock.change') ? actor.member : null,
    heldSlotId: query.slot_id ?? null,
    origin,
  };
  const row = await findOffer(db, params.id, viewer, now);
  if (!row) throw new AppError('notFound');
  const [text, valueAnswers, examples] = await Promise.all([
    findProductText(db, row, language),
    listValueAnswers(db, { productId: row.id }),
    listExamples(db, row.id),
  ]);
  const { starts_at: start, ends_at: end, slot_id: slotId, units_left: unitsLeft, allocation } = row;
  const slot =
    slotId && end ? { slot_id: slotId, units_left: unitsLeft!, allocation: allocation!, ends_at: end } : null;
  const slotAllocation =
    slot && (await loadAllocations(db, [slot], now, { withPublic: true })).get(slot.slot_id);
  const mine =
    actor && slot ? (await loadMyAllocations(db, actor.id, [slot.slot_id])).get(slot.slot_id) : undefined;
  // A unit that was offered stays the user's until its time, also when the others are on public sale.
  const isAllocated =
    slotAllocation && (slotAllocation.mode !== 'sale' || slotAllocation.draw || mine?.state === 'offered');
  return {
    data: {
      id: row.id,
      name: text?.name ?? row.name,
      description: text?.description ?? row.description,
      language: text?.language ?? row.language,
      translated: text?.is_translated ?? false,
      original: text && { name: row.name, description: row.description, language: row.language },
      photos: row.photos,
      quantity: slot ? getShownQuantity(slot, now) : 0,
      price: eurosFromCents(row.price_cents),
      old_price: row.old_price_cents > row.price_cents ? eurosFromCents(row.old_price_cents) : null,
      rating: meanRating(row.rating_sum, row.rating_count),
      rating_count: row.rating_count,
      pickup: start && end ? pickupDateText(start, end, row.time_zone, language) : '',
      pickup_start: start?.toISOString() ?? null,
      pickup_end: end?.toISOString() ?? null,
      slot_id: row.slot_id,
      distance: origin ? chordToMetres(row.key) : null,
      is_favourite: Boolean(row.is_favourite),
      types: translateTypes(row.type_ids, await getCachedProductTypes(db), language),
      sale_place: {
        id: row.sale_place_id,
        name: row.place_name,
        address: row.address,
        phone: row.phone,
        latitude: row.latitude,
        longitude: row.longitude,
        time_zone: row.time_zone,
      },
      seller: buildSellerView(row, row.place_name),
      ...((row.state === 'paused' || row.state === 'closed') && { paused: true }),
      is_mine: row.is_mine,
      allergens: row.allergens as never,
      ...(row.is_free_of_allergens && { free_of_allergens: true }),
      ...(!row.is_perishable && { keeps: true }),
      diet: dropContradictedDiets(row.diet, row.allergens) as never,
      ...buildValueFigure(valueAnswers, now),
      ...buildReliability(row),
      ...(examples.length > 0 && { examples }),
      max_per_order: row.max_per_order,
      allocation: isAllocated ? { ...slotAllocation, mine: mine ?? null } : null,
      cancel_until: start ? cancellationDeadline(start).toISOString() : null,
    },
  };
}
