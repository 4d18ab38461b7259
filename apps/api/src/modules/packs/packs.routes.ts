import { endpoints } from '@wopack/contract';
import { earningCents, eurosFromCents } from '@wopack/rules';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { namedTypes } from '../sale-places/index.ts';
import { myProductView } from './my-product-view.ts';
import { findMyProduct, listMyProducts } from './my-products.queries.ts';
import { allProductTypes, priceTiers } from './packs.queries.ts';
import { pauseProduct } from './pause-product.ts';
import { removeProduct } from './remove-product.ts';
import { saveProduct, validateProduct } from './save-product.ts';
import { saveSchedule, validateSchedule } from './save-schedule.ts';
import { uploadPhoto } from './upload-photo.ts';
import { weekRoutes } from './week/week.routes.ts';

export function packRoutes(context: Context, http: Http): void {
  const { db } = context;
  const { route } = http;
  weekRoutes(context, http);
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
    limit: [
      { max: 60, window: '1 minute', by: 'person' },
      { max: 180, window: '1 minute' },
    ],
  });
  route(endpoints.saveProduct, (call) => saveProduct(context, call), {
    validate: (call) => validateProduct(context, call),
  });
  route(endpoints.saveSchedule, (call) => saveSchedule(context, call), {
    validate: (call) => validateSchedule(context, call),
  });
  route(endpoints.pauseProduct, (call) => pauseProduct(context, call));
  route(endpoints.removeProduct, (call) => removeProduct(context, call));
  route(endpoints.myProducts, async ({ actor, query, language }) => {
    const types = await allProductTypes(db);
    const products = await listMyProducts(db, actor.id, query.sale_place_id);
    return { data: products.map((product) => myProductView(product, types, language)) };
  });
  route(endpoints.myProduct, async ({ actor, params, language }) => {
    const product = await findMyProduct(db, actor.id, params.id);
    if (!product) throw new AppError('notFound');
    return { data: myProductView(product, await allProductTypes(db), language) };
  });
}
