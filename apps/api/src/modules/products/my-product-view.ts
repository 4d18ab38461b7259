import { earningCents, eurosFromCents, type Language } from '@wopack/domain';
import { translateTypes } from '../sale-places/index.ts';
import type { findMyProduct } from './my-products.queries.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findMyProduct>>>;

/** A product as its seller sees it. */
export const buildMyProductView = (
  row: Row,
  types: Parameters<typeof translateTypes>[1],
  language: Language,
) =>
  ({
    ...row,
    price: eurosFromCents(row.price_cents),
    old_price: eurosFromCents(row.old_price_cents),
    earning_cents: earningCents(row.price_cents),
    categories: translateTypes(row.type_ids, types, language),
    quantity: row.daily_quantity,
  }) as never;
