import { earningCents, eurosFromCents, type Language } from '@wopack/rules';
import { namedTypes } from '../sale-places/index.ts';
import type { findMyProduct } from './my-products.queries.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findMyProduct>>>;

/** A pack as its seller sees it. */
export const myProductView = (row: Row, types: Parameters<typeof namedTypes>[1], language: Language) =>
  ({
    ...row,
    price: eurosFromCents(row.price_cents),
    old_price: eurosFromCents(row.old_price_cents),
    earning_cents: earningCents(row.price_cents),
    categories: namedTypes(row.category_ids, types, language),
    quantity: row.daily_quantity,
  }) as never;
