import type { Reply } from '@wopack/contract/client';
import { type Language, pickupDateText } from '@wopack/domain';
import type { BusinessScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { countFollowersToNotify } from '../../offers/index.ts';
import { buildSlotView, listAllocatedSlots, listMySlots } from '../../products/index.ts';
import { buildAccuracyView, buildForecastView } from '../forecast-view.ts';
import type { QuestionRow } from './stock-questions.queries.ts';
import { findObstacle } from './stock-questions.rules.ts';

type View = Reply<'listStockQuestions'>['data'][number];

/** Questions with their slots, forecasts, and how many people hear of what is added. */
export async function buildQuestionViews(
  db: DbOrTrx,
  scope: BusinessScope,
  rows: readonly QuestionRow[],
  { now, language }: { now: Date; language: Language },
): Promise<View[]> {
  const ids = rows.map(({ slot_id }) => slot_id);
  const [slots, stock] = await Promise.all([listAllocatedSlots(db, ids), listMySlots(db, scope, ids)]);
  const open = slots.filter(
    (slot) =>
      findObstacle(slot, now) === null && rows.some((row) => row.slot_id === slot.id && row.answer === null),
  );
  const followers = await countFollowersToNotify(
    db,
    open.map((slot) => ({ productId: slot.product_id, slotId: slot.id })),
    now,
  );
  return rows.flatMap((row): View[] => {
    const slot = slots.find(({ id }) => id === row.slot_id);
    const units = stock.find(({ id }) => id === row.slot_id);
    if (!slot || !units) return [];
    const { sold, left, quantity } = buildSlotView(units);
    return [
      {
        id: row.slot_id,
        state: row.answer === null ? (open.includes(slot) ? 'open' : 'over') : 'answered',
        product: { id: slot.product_id, name: slot.name, photo: slot.photos[0] ?? null },
        sale_place: { id: slot.sale_place_id, name: slot.sale_place_name, time_zone: slot.time_zone },
        date: row.date,
        starts_at: slot.starts_at.toISOString(),
        ends_at: slot.ends_at.toISOString(),
        pickup: pickupDateText(slot.starts_at, slot.ends_at, slot.time_zone, language),
        asked_at: row.asked_at.toISOString(),
        promised: row.promised,
        quantity,
        sold,
        taken: quantity - left,
        proposal: row.proposal,
        forecast: buildForecastView(row),
        accuracy: buildAccuracyView(row),
        answer: row.answer,
        answered_at: row.answered_at?.toISOString() ?? null,
        published_by_itself: row.is_published_by_itself,
        followers: followers.get(row.slot_id) ?? 0,
        waiting: slot.allocation === 'line',
      },
    ];
  });
}
