import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findSeller } from '../../sale-places/index.ts';
import { formatFirstName } from '../orders.rules.ts';
import { listReviews } from './reviews.queries.ts';

/** What buyers said, with no more of them than a first name. */
export async function listSellerReviews(
  { db }: Context,
  { params, query }: Call<typeof endpoints.listSellerReviews>,
) {
  if (!(await findSeller(db, params.id))) throw new AppError('notFound');
  const limit = query.limit ?? 20;
  const rows = await listReviews(db, params.id, { after: parseCursor(query.cursor), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const lastRow = rows.length > limit ? page.at(-1)! : null;
  return {
    data: page.map((row) => ({
      stars: row.stars,
      text: row.text,
      created_at: row.created_at.toISOString(),
      author: formatFirstName(row.name),
      product: { id: row.product_id, name: row.product_name },
      sale_place: { id: row.sale_place_id, name: row.place_name },
    })),
    next_cursor: lastRow ? `${lastRow.created_at.getTime()}_${lastRow.order_id}` : null,
  };
}

function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [at, orderId] = cursor.split('_').map(Number);
  return { at: new Date(at!), orderId: orderId! };
}
