import type { endpoints } from '@wopack/contract';
import { localDate, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { meanRating } from '../../sale-places/index.ts';
import { listSalePlacesOf, sumSalesBetween, sumSlotsOn } from './seller-orders.queries.ts';

/** The seller's day on the clock of their (first) venue. */
export async function getSellerToday(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.getSellerToday>,
) {
  const now = clock.now();
  const salePlaceId = query.sale_place_id ?? null;
  const salePlaces = await listSalePlacesOf(db, actor.id, salePlaceId);
  if (salePlaceId !== null && salePlaces.length === 0) throw new AppError('notFound');
  const timeZone = salePlaces[0]?.time_zone ?? 'UTC';
  const today = localDate(now, timeZone);
  const instant = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  const sumSales = (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
    sumSalesBetween(db, { sellerId: actor.id, salePlaceId, from: instant(from), to: instant(to) });
  const weekAgo = today.subtract({ days: 7 });
  const month = today.with({ day: 1 });

  const [day, slots, lastWeek, lastWeekSlots, thisMonth] = await Promise.all([
    sumSales(today, today.add({ days: 1 })),
    sumSlotsOn(db, actor.id, salePlaceId, today.toString()),
    sumSales(weekAgo, weekAgo.add({ days: 1 })),
    sumSlotsOn(db, actor.id, salePlaceId, weekAgo.toString()),
    sumSales(month, month.add({ months: 1 })),
  ]);
  const stars = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_sum, 0);
  const ratings = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_count, 0);
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
      rating: meanRating(stars, ratings),
      rating_count: ratings,
      pickup_start: start?.toISOString() ?? null,
      pickup_end: end?.toISOString() ?? null,
      time_zone: timeZone,
      pickup: start && end ? pickupDateText(start, end, timeZone, language) : null,
    },
  };
}
