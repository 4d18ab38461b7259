import type { endpoints } from '@wopack/contract';
import { localDate, pickupDateText } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { rating } from '../sale-places/index.ts';
import { placesOf, salesBetween, slotsOn } from './seller-orders.queries.ts';

/** The seller's day on the clock of their (first) venue. */
export async function sellerToday(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.sellerToday>,
) {
  const now = clock.now();
  const placeId = query.sale_place_id ?? null;
  const places = await placesOf(db, actor.id, placeId);
  if (placeId !== null && places.length === 0) throw new AppError('notFound');
  const zone = places[0]?.time_zone ?? 'UTC';
  const today = localDate(now, zone);
  const instant = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  const sales = (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
    salesBetween(db, { sellerId: actor.id, placeId, from: instant(from), to: instant(to) });
  const weekAgo = today.subtract({ days: 7 });
  const month = today.with({ day: 1 });

  const [day, slots, lastWeek, lastWeekSlots, thisMonth] = await Promise.all([
    sales(today, today.add({ days: 1 })),
    slotsOn(db, actor.id, placeId, today.toString()),
    sales(weekAgo, weekAgo.add({ days: 1 })),
    slotsOn(db, actor.id, placeId, weekAgo.toString()),
    sales(month, month.add({ months: 1 })),
  ]);
  const stars = places.reduce((sum, place) => sum + place.rating_sum, 0);
  const ratings = places.reduce((sum, place) => sum + place.rating_count, 0);
  const { starts_at: start, ends_at: end } = slots;
  return {
    data: {
      to_hand_out: day.open,
      sold: day.packs,
      quantity: slots.quantity,
      sold_last_week: lastWeek.packs,
      quantity_last_week: lastWeekSlots.quantity,
      price_cents: day.price_cents,
      commission_cents: day.commission_cents,
      refunded_cents: day.refunded_cents,
      earning_cents: day.earning_cents,
      month_earning_cents: thisMonth.earning_cents,
      month_packs: thisMonth.packs,
      rating: rating(stars, ratings),
      rating_count: ratings,
      pickup_start: start?.toISOString() ?? null,
      pickup_end: end?.toISOString() ?? null,
      time_zone: zone,
      pickup: start && end ? pickupDateText(start, end, zone, language) : null,
    },
  };
}
