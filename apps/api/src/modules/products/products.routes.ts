import { endpoints } from '@wopack/contract';
import { earningCents, eurosFromCents } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { translateTypes } from '../sale-places/index.ts';
import { removeProduct } from './delete-product.ts';
import { buildMyProductView } from './my-product-view.ts';
import { findMyProduct, listMyProducts } from './my-products.queries.ts';
import { pauseProduct } from './pause-product.ts';
import { pickupCalendarRoutes } from './pickup-calendar/pickup-calendar.routes.ts';
import { updateSchedule, validateScheduleUpdate } from './pickup-calendar/update-schedule.ts';
import { listPriceTiers, listProductTypes } from './products.queries.ts';
import { saveProduct, validateProduct } from './save-product.ts';
import { uploadProductPhoto } from './upload-product-photo.ts';

export function productRoutes(context: Context, http: Http): void {
  const { db } = context;
  const { route } = http;
  pickupCalendarRoutes(context, http);
  route(endpoints.listPrices, async () =>
    (await listPriceTiers(db)).map(({ price_cents }) => eurosFromCents(price_cents)),
  );
  route(endpoints.listPriceTiers, async () => ({
    data: (await listPriceTiers(db)).map((tier) => ({
      ...tier,
      earning_cents: earningCents(tier.price_cents),
    })),
  }));
  route(endpoints.listProductTypes, async ({ language }) => {
    const types = await listProductTypes(db);
    return {
      data: translateTypes(
        types.map(({ id }) => id),
        types,
        language,
      ),
    };
  });
  route(endpoints.uploadProductPhoto, (call) => uploadProductPhoto(context, call), {
    limit: [
      { max: 60, window: '1 minute', by: 'person' },
      { max: 180, window: '1 minute' },
    ],
  });
  route(endpoints.saveProduct, (call) => saveProduct(context, call), {
    validate: (call) => validateProduct(context, call),
  });
  route(endpoints.updateSchedule, (call) => updateSchedule(context, call), {
    validate: (call) => validateScheduleUpdate(context, call),
  });
  route(endpoints.pauseProduct, (call) => pauseProduct(context, call));
  route(endpoints.deleteProduct, (call) => removeProduct(context, call));
  route(endpoints.listMyProducts, async ({ actor, query, language }) => {
    const types = await listProductTypes(db);
    const products = await listMyProducts(db, actor.id, query.sale_place_id);
    return { data: products.map((product) => buildMyProductView(product, types, language)) };
  });
  route(endpoints.getMyProduct, async ({ actor, params, language }) => {
    const product = await findMyProduct(db, actor.id, params.id);
    if (!product) throw new AppError('notFound');
    return { data: buildMyProductView(product, await listProductTypes(db), language) };
  });
}
