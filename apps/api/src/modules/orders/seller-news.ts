import { pickupDateText } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { tellSeller, wantsNews } from '../notifications/index.ts';
import { shortName } from './orders.rules.ts';
import { findNews, markLastSold } from './seller-news.queries.ts';

type Matter = 'sold' | 'cancelled' | 'report';

interface NewsJob {
  orderId: number;
  matter: Matter;
}

/** In the transaction that makes the news: its seller is told, as they chose. */
export const newsForSeller = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  orderId: number,
  matter: Matter,
): Promise<void> => jobs.enqueue(trx, 'orders.seller-news', { orderId, matter } satisfies NewsJob);

type Found = NonNullable<Awaited<ReturnType<typeof findNews>>>;

/** What is no news any more by the time of telling is not told. */
const still: Record<Matter, (found: Found) => boolean> = {
  sold: ({ state }) => state === 'paid',
  cancelled: ({ state }) => state === 'cancelled_by_buyer',
  report: ({ report_text, answered_at }) => report_text !== null && answered_at === null,
};

const THREE_DAYS_MS = 3 * 86_400_000;

export async function tellSellerNews(context: Context, { orderId, matter }: NewsJob): Promise<void> {
  const { db, jobs, clock } = context;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const order = await findNews(trx, orderId);
    if (!order || !still[matter](order)) return;
    const last =
      matter === 'sold' &&
      order.left === 0 &&
      order.held === 0 &&
      (await wantsNews(trx, order.seller_id, 'last_sold')) &&
      (await markLastSold(trx, order.slot_id, now));
    const later = await tellSeller(context, trx, {
      sellerId: order.seller_id,
      matter: last ? 'last_sold' : matter,
      values: (language) => ({
        name: order.product_name,
        place: order.place_name,
        id: orderId,
        client: shortName(order.name, order.sname),
        pickup: pickupDateText(order.pickup_start, order.pickup_end, order.time_zone, language),
        quantity: order.quantity,
        text: order.report_text ?? '',
      }),
      url: '/seller/orders',
      tag: matter === 'report' ? `report-${orderId}` : `slot-${order.slot_id}`,
      until: matter === 'report' ? new Date(now.getTime() + THREE_DAYS_MS) : order.pickup_end,
      timeZone: order.time_zone,
      before: matter === 'report' ? null : order.pickup_start,
    });
    if (later) await jobs.enqueue(trx, 'orders.seller-news', { orderId, matter }, { startAfter: later });
  });
}
