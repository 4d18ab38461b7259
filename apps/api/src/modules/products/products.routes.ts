import { endpoints, hasMemberRight } from '@wopack/contract';
import { earningCents, eurosFromCents, type Language } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call, Member } from '../../platform/http/route.ts';
import { enqueueTranslation } from '../../platform/translator.ts';
import { recordActivity } from '../businesses/index.ts';
import { translateTypes } from '../sale-places/index.ts';
import { uploadPhoto } from '../uploads/index.ts';
import { copyProduct, validateCopies } from './links/copy-product.ts';
import { linkProducts, validateLink } from './links/link-products.ts';
import { countLinkedProducts } from './links/links.queries.ts';
import { listMyLinkedProducts, unlinkProduct } from './links/links.ts';
import { findMyProduct, listMyProducts, lockMyProduct, markProductsRemoved } from './my-products.queries.ts';
import {
  deleteHolidayOfSeller,
  listHolidays,
  saveHoliday,
  validateHoliday,
} from './pickup-calendar/holidays.ts';
import { getSellerWeek, updateDateOverride, validateDate } from './pickup-calendar/seller-week.ts';
import { updateSchedule, validateScheduleUpdate } from './pickup-calendar/update-schedule.ts';
import { assertNoOpenOrders } from './product-availability.ts';
import { productImportRoutes } from './product-imports/product-imports.routes.ts';
import { listPriceTiers, listProductTypes, updateProduct } from './products.queries.ts';
import { isOffered, stateWhenOpened } from './products.rules.ts';
import { type HasEntrants, saveProduct, validateProduct } from './save-product.ts';
import { markSlotSoldOut, updateSlotQuantity, updateSlots } from './slots/slots.ts';
import { listTextsOfProducts } from './translations/translations.queries.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findMyProduct>>>;

type ViewParts = Awaited<ReturnType<typeof loadViewParts>>;

/** A product as a member sees it; what cannot be chosen any more is marked. */
function buildMyProductView(
  { link_id: linkId, ...row }: Row,
  { seesMoney, texts, types, tiers, linkCounts }: ViewParts,
  language: Language,
) {
  const linkedCount = (linkCounts.get(linkId ?? 0) ?? 1) - 1;
  const retiredTypeIds = types.filter((type) => !isOffered(type) && row.type_ids.includes(type.id));
  const isPriceRetired = tiers.some((tier) => !isOffered(tier) && tier.price_cents === row.price_cents);
  return {
    ...row,
    ...(row.is_free_of_allergens && { free_of_allergens: true }),
    ...(!row.is_perishable && { keeps: true }),
    weight_grams: row.weight_grams ?? undefined,
    awaits_allergens: row.awaits_allergens || undefined,
    ...(retiredTypeIds.length > 0 && { retired_type_ids: retiredTypeIds.map(({ id }) => id) }),
    ...(isPriceRetired && { is_price_retired: true }),
    ...(linkedCount > 0 && { linked_count: linkedCount }),
    texts: Object.fromEntries(
      texts
        .filter(({ product_id }) => product_id === row.id)
        .map(({ language: textLanguage, name, description, is_translated: translated }) => [
          textLanguage,
          { name, description, translated },
        ]),
    ),
    price: eurosFromCents(row.price_cents),
    old_price: eurosFromCents(row.old_price_cents),
    earning_cents: seesMoney ? earningCents(row.price_cents) : 0,
    categories: translateTypes(row.type_ids, types, language),
    quantity: row.daily_quantity,
    ...(row.own_code !== null && { code: row.own_code }),
  };
}

export function productRoutes(context: Context, http: Http, hasEntrants: HasEntrants): void {
  const { db } = context;
  const { route } = http;
  pickupCalendarRoutes(context, http);
  productImportRoutes(context, http);
  route(endpoints.listPrices, async () =>
    (await listPriceTiers(db)).filter(isOffered).map(({ price_cents }) => eurosFromCents(price_cents)),
  );
  route(endpoints.listPriceTiers, async () => ({
    data: (await listPriceTiers(db)).filter(isOffered).map((tier) => ({
      ...tier,
      earning_cents: earningCents(tier.price_cents),
    })),
  }));
  route(endpoints.listProductTypes, async ({ language }) => {
    const types = (await listProductTypes(db)).filter(isOffered);
    return {
      data: types.map((type) => ({
        ...translateTypes([type.id], [type], language)[0]!,
        icon: type.icon as 'bread',
      })),
    };
  });
  route(endpoints.uploadProductPhoto, (call) => uploadPhoto(context, call));
  route(endpoints.saveProduct, (call) => saveProduct(context, call, hasEntrants), {
    validate: (call) => validateProduct(context, call),
  });
  route(endpoints.updateSchedule, (call) => updateSchedule(context, call), {
    validate: (call) => validateScheduleUpdate(context, call),
  });
  route(endpoints.pauseProduct, (call) => pauseProduct(context, call));
  route(endpoints.deleteProduct, (call) => removeProduct(context, call));
  route(endpoints.copyProduct, (call) => copyProduct(context, call), {
    validate: (call) => validateCopies(context, call),
  });
  route(endpoints.linkProducts, (call) => linkProducts(context, call), {
    validate: (call) => validateLink(context, call),
  });
  route(endpoints.unlinkProduct, (call) => unlinkProduct(context, call));
  route(endpoints.listMyProducts, async ({ actor, query, language }) => {
    const products = await listMyProducts(db, actor.member, query.sale_place_id);
    const parts = await loadViewParts(context, actor.member, products);
    return { data: products.map((product) => buildMyProductView(product, parts, language) as never) };
  });
  route(endpoints.getMyProduct, async ({ actor, params, language }) => {
    const product = await findMyProduct(db, actor.member, params.id);
    if (!product) throw new AppError('notFound');
    const view = buildMyProductView(product, await loadViewParts(context, actor.member, [product]), language);
    const linked = view.linked_count ? await listMyLinkedProducts(db, actor.member, product) : null;
    return { data: { ...view, ...(linked && { linked }) } as never };
  });
}

async function loadViewParts({ db }: Context, member: Member, products: readonly Row[]) {
  const linkIds = new Set(products.flatMap(({ link_id }) => (link_id === null ? [] : [link_id])));
  const [types, tiers, texts, linkCounts] = await Promise.all([
    listProductTypes(db),
    listPriceTiers(db),
    listTextsOfProducts(
      db,
      products.map(({ id }) => id),
    ),
    countLinkedProducts(db, member, [...linkIds]),
  ]);
  return { seesMoney: hasMemberRight(member.role, 'figures.view'), types, tiers, texts, linkCounts };
}

async function removeProduct(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.deleteProduct>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.member, id);
    if (!product) throw new AppError('notFound');
    await assertNoOpenOrders(trx, [id], now);
    await markProductsRemoved(trx, [id], now);
    await recordActivity(trx, actor, {
      kind: 'product_removed',
      salePlaceId: product.sale_place_id,
      productId: id,
      now,
    });
  });
  return { data: { id } };
}

async function pauseProduct(
  context: Context,
  { actor, params: { id }, body: { paused } }: Call<typeof endpoints.pauseProduct>,
) {
  const { db, clock } = context;
  return db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.member, id);
    if (!product) throw new AppError('notFound');
    if (product.state === 'draft') throw new AppError('conflict', { message: 'products.isDraft' });
    const state: 'paused' | 'active' | 'closed' = paused ? 'paused' : stateWhenOpened(product);
    if (state !== product.state) {
      await updateProduct(trx, id, { state });
      await recordActivity(trx, actor, {
        kind: paused ? 'product_paused' : 'product_resumed',
        salePlaceId: product.sale_place_id,
        productId: id,
        before: { state: product.state },
        after: { state },
        now: clock.now(),
      });
      if (state === 'active') {
        await updateSlots(trx, product, clock.now());
        await enqueueTranslation(context, trx, 'products.translate', { productId: id });
      }
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
