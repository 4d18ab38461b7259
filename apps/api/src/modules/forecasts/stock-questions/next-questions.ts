import type { endpoints } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import { DAY_MS, localDate, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { listAllocatedSlots } from '../../products/index.ts';
import { findMySalePlace } from '../../sale-places/index.ts';
import { listProductsWithQuestion, listSlotsWithoutQuestion } from './stock-questions.queries.ts';
import { chooseProposal, findObstacle, listAskings } from './stock-questions.rules.ts';

type View = Reply<'listNextStockQuestions'>['data'][number];

/** With the days of any time zone. */
const READ_AHEAD_MS = 9 * DAY_MS;

/** Lists for each product the first question of the coming week that nothing prevents, as far as is known. */
export async function listNextStockQuestions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, query, language }: Call<typeof endpoints.listNextStockQuestions>,
) {
  const { sale_place_id: salePlaceId } = query;
  if (salePlaceId !== undefined && !(await findMySalePlace(db, actor.member, salePlaceId)))
    throw new AppError('notFound');
  const now = clock.now();
  const products = await listProductsWithQuestion(db, actor.member, salePlaceId);
  const rows = await listSlotsWithoutQuestion(
    db,
    products.map((product) => product.product_id),
    { from: now, until: new Date(now.getTime() + READ_AHEAD_MS) },
  );
  const slots = new Map(
    (
      await listAllocatedSlots(
        db,
        rows.map(({ id }) => id),
      )
    ).map((slot) => [slot.id, slot]),
  );
  type Next = Pick<View, 'next' | 'publishes_itself'>;
  const findNext = (product: (typeof products)[number]): Next => {
    const rowByDate = new Map(
      rows.filter((row) => row.product_id === product.product_id).map((row) => [row.date, row]),
    );
    for (const at of listAskings(product, product.time_zone)) {
      const row = rowByDate.get(localDate(at, product.time_zone).toString());
      const slot = row && slots.get(row.id);
      if (!slot || findObstacle(slot, at) !== null) continue;
      const next = {
        at: at.toISOString(),
        slot_id: row.id,
        date: row.date,
        pickup: pickupDateText(slot.starts_at, slot.ends_at, slot.time_zone, language),
        promised: row.quantity,
        proposal: row.forecast === null ? null : chooseProposal(row.quantity, row.forecast),
      };
      return { next, publishes_itself: product.publishes_itself && !row.is_set_by_hand };
    }
    return { next: null, publishes_itself: product.publishes_itself };
  };
  const data = products.map(
    (product): View => ({
      product: { id: product.product_id, name: product.name, photo: product.photos[0] ?? null },
      sale_place: {
        id: product.sale_place_id,
        name: product.sale_place_name,
        time_zone: product.time_zone,
      },
      asks_at: product.asks_at.slice(0, 5),
      ...findNext(product),
    }),
  );
  const getTime = ({ next }: View) => (next ? Date.parse(next.at) : Number.POSITIVE_INFINITY);
  return { data: data.toSorted((a, b) => (getTime(a) === getTime(b) ? 0 : getTime(a) - getTime(b))) };
}
