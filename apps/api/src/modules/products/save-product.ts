import type { endpoints } from '@wopack/contract';
import {
  centsFromEuros,
  eurosFromCents,
  findContradictedDiet,
  type Language,
  languages,
  maxOldPriceCents,
} from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
  isPossibleId,
  parseId,
} from '../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../platform/http/route.ts';
import { enqueueTranslation } from '../../platform/translator.ts';
import { recordActivity } from '../businesses/index.ts';
import { assertWithinUnprovedQuota } from '../identity/index.ts';
import { categoryError, lockMySalePlace, parseCategoryIds } from '../sale-places/index.ts';
import { lockLinked } from './links/links.queries.ts';
import { hasSameContents, hasSameTexts } from './links/links.rules.ts';
import {
  assertNotLinkedAt,
  getLinkedError,
  listOthers,
  requireLinked,
  shareContents,
} from './links/links.ts';
import { countMyProducts, findMyProduct, lockMyProduct, lockSlots } from './my-products.queries.ts';
import { assertNoOpenOrders } from './product-availability.ts';
import { claimPhotos, listPhotosOfOriginal, photoError, removeReplacedPhotos } from './product-photos.ts';
import { insertProduct, listPriceTiers, listProductTypes, updateProduct } from './products.queries.ts';
import {
  chooseOldPriceCents,
  isOffered,
  namesAllergens,
  stateAtSalePlace,
  toVatColumns,
} from './products.rules.ts';
import { indexProducts } from './search.queries.ts';
import { updateSlots } from './slots/slots.ts';
import {
  deleteOutdatedTexts,
  findProductText,
  insertSellerText,
  listTextsOfProducts,
  replaceSellerTexts,
} from './translations/translations.queries.ts';

type Body = Call<typeof endpoints.saveProduct>['body'];

/** Who writes a product: the caller, or the member of an import. */
export type ProductWriter = Pick<MemberActor, 'id' | 'member' | 'device'>;

export async function validateProduct(
  { db }: Context,
  call: PartiallyValidCall<typeof endpoints.saveProduct>,
) {
  const previous = (await findPreviousProduct(db, call)) ?? null;
  const { same_price_for: samePriceFor = [] } = call.body;
  const offered = { types: await listProductTypes(db), tiers: await listPriceTiers(db) };
  return {
    ...findProductErrors(call.body, previous, offered),
    photo: await photoError(db, call),
    same_price_for: await getLinkedError(db, call.actor.member, previous ?? undefined, samePriceFor),
  };
}

interface OfferedValues {
  types: Awaited<ReturnType<typeof listProductTypes>>;
  tiers: Awaited<ReturnType<typeof listPriceTiers>>;
}

/** Errors beyond those of the schema, but of photos and linked products; of a form, or of a row of an import. */
export function findProductErrors(
  body: PartiallyValidCall<typeof endpoints.saveProduct>['body'],
  /** It may keep a price and types that were retired since. */
  previous: { type_ids: number[]; price_cents: number; allergens?: string[]; diet?: string[] } | null,
  { types, tiers }: OfferedValues,
): FieldErrors {
  const { name, description, texts = {}, categories, price, old_price, allergens, diet } = body;
  const isContradicted = body.free_of_allergens === true && (allergens?.length ?? 0) > 0;
  const contradictedDiet = findContradictedDiet(
    diet ?? previous?.diet ?? [],
    body.free_of_allergens ? [] : (allergens ?? previous?.allergens ?? []),
  );
  const { same_price_for: samePriceFor = [] } = body;
  return {
    ...textErrors(texts),
    name: getBlankError(name),
    description: getBlankError(description),
    categories: categoryError(
      categories,
      types.filter((type) => isOffered(type) || previous?.type_ids.includes(type.id)),
    ),
    ...(price !== undefined &&
      priceErrors(
        tiers.filter(
          (tier) =>
            isOffered(tier) || (previous?.price_cents === tier.price_cents && samePriceFor.length === 0),
        ),
        price,
        old_price,
      )),
    allergens: repeatedError(allergens) || (isContradicted && 'products.freeOfAllergens'),
    diet: repeatedError(diet) || (contradictedDiet && `products.contradicted.${contradictedDiet}`),
  };
}

const findPreviousProduct = (
  db: Context['db'],
  { actor, body: { id } }: PartiallyValidCall<typeof endpoints.saveProduct>,
) =>
  id === undefined || Number(id) === 0 || !isPossibleId(id)
    ? undefined
    : findMyProduct(db, actor.member, Number(id));

/** Replaces the schema's `uniqueItems`, which compares all pairs before the length limit is reported. */
const repeatedError = (items: readonly string[] | undefined) =>
  items !== undefined && new Set(items).size < items.length && 'field.format';

function textErrors(
  texts: NonNullable<PartiallyValidCall<typeof endpoints.saveProduct>['body']['texts']>,
): FieldErrors {
  const errors = Object.entries(texts).flatMap(([language, text]) => [
    [`texts.${language}.name`, getBlankError(text?.name)],
    [`texts.${language}.description`, getBlankError(text?.description)],
  ]);
  return Object.fromEntries(errors) as FieldErrors;
}

function priceErrors(
  tiers: readonly { price_cents: number }[],
  price: Body['price'],
  oldPrice: Body['old_price'],
): FieldErrors {
  const cents = centsFromEuros(price);
  if (cents === null || !tiers.some((tier) => tier.price_cents === cents)) return { price: 'products.price' };
  if (oldPrice === undefined) return {};
  const declared = centsFromEuros(oldPrice);
  const limit = maxOldPriceCents(cents);
  const isRight = declared !== null && declared >= cents && declared <= limit;
  return { old_price: !isRight && { key: 'products.oldPrice', values: { limit } } };
}

/** Whether somebody takes part in draws of these slots or waits for them. Passed in: entries belong to `allocation`. */
export type HasEntrants = (trx: Trx, slotIds: readonly number[]) => Promise<boolean>;

export const saveProduct = (
  context: Context,
  { actor, body }: Call<typeof endpoints.saveProduct>,
  hasEntrants: HasEntrants,
) =>
  context.db.transaction().execute(async (trx) => ({
    data: await writeProduct(context, trx, { actor, body, hasEntrants }),
  }));

/** In the caller's transaction: of a form, or of a row of an import. */
export async function writeProduct(
  context: Context,
  trx: Trx,
  {
    actor,
    body,
    photoSources = [],
    hasEntrants,
  }: {
    actor: ProductWriter;
    body: Body;
    /** Own products whose photos it may show too, beside `copy_of`. */
    photoSources?: readonly number[];
    hasEntrants: HasEntrants;
  },
) {
  const { clock, jobs } = context;
  const priceCents = centsFromEuros(body.price)!;
  const salePlaceId = parseId(body.sale_place_id);
  const id = parseId(body.id);
  const now = clock.now();
  const { businessId } = actor.member;
  if (id === 0)
    await assertWithinUnprovedQuota(trx, businessId, 'products', () => countMyProducts(trx, businessId));
  const link = await lockLinked(trx, actor.member, { id, salePlaceIds: [salePlaceId] });
  const salePlace = await lockMySalePlace(trx, actor.member, salePlaceId, 'share');
  if (!salePlace) throw new AppError('notFound');
  const previous = id === 0 ? null : await lockMyProduct(trx, actor.member, id);
  if (previous === undefined) throw new AppError('notFound');
  const others = previous ? listOthers(link, previous) : [];
  const samePriced = requireLinked(actor.member, others, 'same_price_for', body.same_price_for);
  const isMoved = previous && previous.sale_place_id !== salePlaceId;
  // Buyers with an order, and those who entered a draw or wait, know only the former sale place.
  if (isMoved) {
    assertNotLinkedAt(others, salePlaceId);
    await assertNoOpenOrders(trx, [id], now, 'sale_place_id');
    const slots = await lockSlots(trx, [id], now);
    const message = 'products.hasEntrants';
    if (
      await hasEntrants(
        trx,
        slots.map((slot) => slot.id),
      )
    )
      throw new AppError('conflict', { message, fields: { sale_place_id: message } });
  }
  const existingPhotos = [...(previous?.photos ?? [])];
  for (const source of [body.copy_of, ...photoSources])
    existingPhotos.push(...(await listPhotosOfOriginal(trx, actor.member, source)));
  const photos = await claimPhotos(trx, actor.id, body.photo, existingPhotos);
  const { name, description, language, formerText } = await chooseTexts(
    trx,
    body,
    previous && { ...previous, id },
  );
  const allergens = chooseAllergens(context, body, previous);
  // Checked again: it may have been saved meanwhile with the other half of a contradiction.
  const contradictedDiet = findContradictedDiet(body.diet ?? previous?.diet ?? [], allergens.allergens);
  if (contradictedDiet) throw createValidationError('diet', `products.contradicted.${contradictedDiet}`);
  const values = {
    sale_place_id: salePlaceId,
    name,
    description,
    language,
    price_cents: priceCents,
    old_price_cents:
      body.old_price === undefined
        ? chooseOldPriceCents(priceCents, await listPriceTiers(trx), previous)
        : centsFromEuros(body.old_price)!,
    type_ids: parseCategoryIds(body.categories),
    photos: JSON.stringify(photos),
    ...allergens,
    ...(body.keeps !== undefined && { is_perishable: !body.keeps }),
    ...(body.weight_grams !== undefined && { weight_grams: body.weight_grams }),
    ...(body.diet && { diet: body.diet as string[] }),
    ...(body.code !== undefined && { own_code: body.code.trim() || null }),
    ...(body.vat_rate !== undefined && toVatColumns(body.vat_rate)),
    ...(body.max_per_order !== undefined && { max_per_order: body.max_per_order }),
    ...(previous && {
      state: stateAtSalePlace(previous.state, {
        stays_closed: salePlace.is_closed || previous.hidden_at !== null || allergens.awaits_allergens,
      }),
    }),
  };
  const formerTexts = others.length > 0 ? await listTextsOfProducts(trx, [id]) : [];
  if (previous) await updateProduct(trx, id, values);
  const productId = previous ? id : (await insertProduct(trx, values, salePlace, now)).id;
  await recordProduct(trx, actor, { id: productId, salePlaceId, previous, values, now });
  const isTextChanged =
    previous?.name !== name || previous.description !== description || previous.language !== language;
  if (previous && isTextChanged) {
    await deleteOutdatedTexts(trx, id, language);
    await updateProduct(trx, id, { translation_tried_at: null });
  }
  if (formerText) await insertSellerText(trx, id, formerText);
  if (body.texts) await replaceSellerTexts(trx, productId, listTexts(body.texts, language));
  await indexProducts(trx, { productId });
  const isShared =
    previous !== null &&
    others.length > 0 &&
    !(
      hasSameContents(previous, {
        ...previous,
        ...values,
        photos,
        vat_rate: body.vat_rate === undefined ? previous.vat_rate : body.vat_rate,
      }) && hasSameTexts(formerTexts, await listTextsOfProducts(trx, [id]))
    );
  if (isShared) await shareContents(trx, actor.member, id, others);
  if (isShared && previous.awaits_allergens && !values.awaits_allergens)
    for (const other of others) await openAtSalePlace(trx, actor, other.id, now);
  for (const other of isShared ? others : samePriced) {
    const prices = samePriced.includes(other) ? values : other;
    await setPrices(trx, actor, other, prices, now);
  }
  if (previous) await removeReplacedPhotos(trx, jobs, actor.member.businessId, previous.photos, photos);
  const saved = { id: productId, state: values.state };
  // A translation is that of all linked products.
  const onSale = [saved, ...(isShared ? others : [])].find(({ state }) => state === 'active');
  if (previous && onSale && (isTextChanged || body.texts))
    await enqueueTranslation(context, trx, 'products.translate', { productId: onSale.id });
  const isOpened = previous?.state === 'closed' && values.state === 'active';
  if (previous && (isMoved || isOpened))
    await updateSlots(trx, { ...previous, time_zone: salePlace.time_zone }, now);
  return { id: productId, name, description };
}

/** What a product says of allergens; unchanged where the body has nothing of it. */
function chooseAllergens(
  { config }: Pick<Context, 'config'>,
  { allergens: named, free_of_allergens: isFree }: Body,
  previous: { allergens: string[]; is_free_of_allergens: boolean } | null,
) {
  const allergens = isFree ? [] : ((named as string[] | undefined) ?? previous?.allergens ?? []);
  const isFreeOf = isFree ?? (named === undefined && (previous?.is_free_of_allergens ?? false));
  return {
    allergens,
    is_free_of_allergens: isFreeOf,
    awaits_allergens: config.requiresAllergens && !namesAllergens(allergens, isFreeOf),
  };
}

/** A linked product whose allergens were named with those of another. */
export async function openAtSalePlace(
  trx: Trx,
  { member }: ProductWriter,
  id: number,
  now: Date,
): Promise<void> {
  const product = await lockMyProduct(trx, member, id);
  if (product?.state !== 'closed' || product.stays_closed) return;
  await updateProduct(trx, id, { state: 'active' });
  await updateSlots(trx, product, now);
}

/** Sets the value of a product alone, whose price stays. Returns false when it is not the one that was seen. */
export async function changeValue(
  trx: Trx,
  actor: ProductWriter,
  {
    productId,
    fromCents,
    toCents,
    now,
  }: { productId: number; fromCents: number; toCents: number; now: Date },
): Promise<boolean> {
  const product = await lockMyProduct(trx, actor.member, productId);
  if (product?.old_price_cents !== fromCents || toCents < product.price_cents) return false;
  await setPrices(trx, actor, product, { price_cents: product.price_cents, old_price_cents: toCents }, now);
  return true;
}

/** Gives a linked product these prices, which may be those that it has; notes it as a change of the product anyway. */
async function setPrices(
  trx: Trx,
  actor: ProductWriter,
  product: { id: number; sale_place_id: number; price_cents: number; old_price_cents: number },
  { price_cents, old_price_cents }: { price_cents: number; old_price_cents: number },
  now: Date,
): Promise<void> {
  const { id, sale_place_id: salePlaceId } = product;
  await updateProduct(trx, id, { price_cents, old_price_cents });
  const values = { price_cents, old_price_cents };
  await recordProduct(trx, actor, { id, salePlaceId, previous: product, values, now });
}

/** A price alone, or together with something else, is noted as such. */
async function recordProduct(
  trx: Trx,
  actor: ProductWriter,
  {
    id,
    salePlaceId,
    previous,
    values,
    now,
  }: {
    id: number;
    salePlaceId: number;
    previous: { price_cents: number; old_price_cents: number } | null;
    values: { price_cents: number; old_price_cents: number };
    now: Date;
  },
): Promise<void> {
  const pick = ({ price_cents, old_price_cents }: typeof values) => ({
    price: eurosFromCents(price_cents),
    old_price: eurosFromCents(old_price_cents),
  });
  const isPriceChanged =
    previous !== null &&
    (previous.price_cents !== values.price_cents || previous.old_price_cents !== values.old_price_cents);
  await recordActivity(trx, actor, {
    kind: previous === null ? 'product_added' : isPriceChanged ? 'price_changed' : 'product_changed',
    salePlaceId,
    productId: id,
    ...(isPriceChanged && { before: pick(previous) }),
    ...((isPriceChanged || previous === null) && { after: pick(values) }),
    now,
  });
}

/**
 * The main text. When it gets the language of a text by the seller, the two change places: the main text becomes that of
 * its former language, unless the texts are given.
 */
async function chooseTexts(
  trx: Trx,
  body: Body,
  previous: { id: number; name: string; description: string; language: Language } | null,
) {
  const language = body.language ?? previous?.language ?? 'pt';
  const text = { name: body.name.trim(), description: body.description.trim() };
  const ownText = previous && !body.texts ? await findProductText(trx, previous, language) : null;
  if (!ownText || ownText.is_translated) return { ...text, language, formerText: null };
  const { name, description } = previous!;
  const isUnchanged = text.name === name && text.description === description;
  const mainText = isUnchanged ? { name: ownText.name, description: ownText.description } : text;
  return { ...mainText, language, formerText: { language: previous!.language, name, description } };
}

/** Without one in the product's own language. */
const listTexts = (texts: NonNullable<Body['texts']>, productLanguage: Language) =>
  languages.flatMap((language) => {
    const text = texts[language];
    if (!text || language === productLanguage) return [];
    return [{ language, name: text.name.trim(), description: text.description.trim() }];
  });
