import { endpoints } from '@wopack/contract';
import { earningCents, eurosFromCents, type Language } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { translateTypes } from '../sale-places/index.ts';
import { findMyProduct, listMyProducts, lockMyProduct, markProductsRemoved } from './my-products.queries.ts';
import { getSellerWeek } from './pickup-calendar/get-seller-week.ts';
import {
  deleteHolidayOfSeller,
  listHolidays,
  saveHoliday,
  validateHoliday,
} from './pickup-calendar/holidays.ts';
import { updateDateOverride, validateDate } from './pickup-calendar/update-date-override.ts';
import { updateSchedule, validateScheduleUpdate } from './pickup-calendar/update-schedule.ts';
import { assertNoOpenOrders } from './product-availability.ts';
import { listPriceTiers, listProductTypes, updateProduct } from './products.queries.ts';
import { stateWhenOpened } from './products.rules.ts';
import { saveProduct, uploadProductPhoto, validateProduct } from './save-product.ts';
import { markSlotSoldOut, updateSlotQuantity } from './slots/change-stock.ts';
import { updateSlots } from './slots/generate-slots.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findMyProduct>>>;

/** A product as its seller sees it. */
const buildMyProductView = (row: Row, types: Parameters<typeof translateTypes>[1], language: Language) =>
  ({
    ...row,
    price: eurosFromCents(row.price_cents),
    old_price: eurosFromCents(row.old_price_cents),
    earning_cents: earningCents(row.price_cents),
    categories: translateTypes(row.type_ids, types, language),
    quantity: row.daily_quantity,
  }) as never;

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
  route(endpoints.uploadProductPhoto, (call) => uploadProductPhoto(context, call));
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

async function removeProduct(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.deleteProduct>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMyProduct(trx, actor.id, id))) throw new AppError('notFound');
    await assertNoOpenOrders(trx, [id], now);
    await markProductsRemoved(trx, [id], now);
  });
  return { data: { id } };
}

async function pauseProduct(
  { db, clock }: Context,
  { actor, params: { id }, body: { paused } }: Call<typeof endpoints.pauseProduct>,
) {
  return db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.id, id);
    if (!product) throw new AppError('notFound');
    if (product.state === 'draft') throw new AppError('conflict', { message: 'products.isDraft' });
    const state: 'paused' | 'active' | 'closed' = paused ? 'paused' : stateWhenOpened(product);
    if (state !== product.state) {
      await updateProduct(trx, id, { state });
      if (state === 'active') await updateSlots(trx, product, clock.now());
    }
    return { data: { id, state } };
  });
}

function pickupCalendarRoutes(context: Context, { route }: Http): void {
  route(endpoints.getSellerWeek, (call) => getSellerWeek(context, call));
  route(endpoints.updateSlotQuantity, (call) => updateSlotQuantity(context, call));
  route(endpoints.markSlotSoldOut, (call) => markSlotSoldOut(context, call));
  route(endpoints.updateDateOverride, (call) => updateDateOverride(context, call), {
    validate: (call) => validateDate(context, call),
  });
  route(endpoints.listHolidays, (call) => listHolidays(context, call));
  route(endpoints.saveHoliday, (call) => saveHoliday(context, call), {
    validate: (call) => validateHoliday(context, call),
  });
  route(endpoints.deleteHoliday, (call) => deleteHolidayOfSeller(context, call));
}
