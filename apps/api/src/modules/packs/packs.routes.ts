import { endpoints } from '@wopack/contract';
import { earningCents, eurosFromCents } from '@wopack/rules';
import type { Context, Http } from '../../platform/context.ts';
import { namedTypes } from '../sale-places/index.ts';
import { allProductTypes, listMyProducts, priceTiers } from './packs.queries.ts';
import { saveProduct } from './save-product.ts';
import { saveSchedule } from './save-schedule.ts';
import { uploadPhoto } from './upload-photo.ts';

export function packRoutes(context: Context, { route }: Http): void {
  const { db } = context;
  route(endpoints.prices, async () =>
    (await priceTiers(db)).map(({ price_cents }) => eurosFromCents(price_cents)),
  );
  route(endpoints.priceTiers, async () => ({
    data: (await priceTiers(db)).map((tier) => ({ ...tier, earning_cents: earningCents(tier.price_cents) })),
  }));
  route(endpoints.productTypes, async ({ language }) => {
    const types = await allProductTypes(db);
    return {
      data: namedTypes(
        types.map(({ id }) => id),
        types,
        language,
      ),
    };
  });
  route(endpoints.uploadPhoto, (call) => uploadPhoto(context, call), {
    limit: { max: 60, window: '1 minute', by: 'person' },
  });
  route(endpoints.saveProduct, (call) => saveProduct(context, call));
  route(endpoints.saveSchedule, (call) => saveSchedule(context, call));
  route(endpoints.myProducts, async ({ actor, language }) => {
    const types = await allProductTypes(db);
    const products = await listMyProducts(db, actor.id);
    return {
      data: products.map((product) => ({
        ...product,
        price: eurosFromCents(product.price_cents),
        old_price: eurosFromCents(product.old_price_cents),
        earning_cents: earningCents(product.price_cents),
        categories: namedTypes(product.category_ids, types, language),
        quantity: product.daily_quantity,
      })) as never,
    };
  });
}
