import type { BusinessScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { listMyProducts } from '../my-products.queries.ts';
import { listTextsOfProducts } from '../translations/translations.queries.ts';
import type { ProductOfTable } from './import-columns.rules.ts';

/** Products as tables have them, with their texts by the seller in other languages. */
export async function listTableProducts(
  db: DbOrTrx,
  scope: BusinessScope,
  salePlaceId?: number,
): Promise<ProductOfTable[]> {
  const products = await listMyProducts(db, scope, salePlaceId);
  const texts = await listTextsOfProducts(
    db,
    products.map(({ id }) => id),
  );
  const bySeller = Map.groupBy(
    texts.filter(({ is_translated: isTranslated }) => !isTranslated),
    ({ product_id: id }) => id,
  );
  return products.map((product) => ({
    ...(product as unknown as Omit<ProductOfTable, 'texts'>),
    texts: bySeller.get(product.id) ?? [],
  }));
}
