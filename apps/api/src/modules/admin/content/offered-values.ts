import { earningCents } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  addPriceTier,
  addProductType,
  changePriceTier,
  changeProductType,
  clearCachedProductTypes,
  setPriceTierRetired,
  setProductTypeRetired,
} from '../../products/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  filterPriceTiers,
  filterProductTypes,
  type PriceTierRow,
  type ProductTypeRow,
  selectPriceTiers,
  selectProductTypes,
} from './offered-values.queries.ts';

const buildPriceTier = (row: PriceTierRow) => ({
  ...row,
  id: row.price_cents,
  earning_cents: earningCents(row.price_cents),
  retired_at: row.retired_at?.toISOString() ?? null,
});

export const createPriceTierList = (context: Context) =>
  createList(context, 'AdminPriceTiers', {
    file: 'price-tiers',
    filter: filterPriceTiers,
    select: selectPriceTiers,
    sorts: { id: { column: 'price_tiers.price_cents', type: 'integer' } },
    key: { column: 'price_tiers.price_cents', type: 'integer' },
    build: buildPriceTier,
    csv: ['price_cents', { value_eur: 'old_price_cents' }, 'products', 'retired_at'],
  });

const buildProductType = (row: ProductTypeRow) => ({
  ...row,
  name_pt: row.name.pt ?? '',
  name_en: row.name.en ?? '',
  name_ru: row.name.ru ?? '',
  icon: row.icon as 'bread',
  retired_at: row.retired_at?.toISOString() ?? null,
});

export const createProductTypeList = (context: Context) =>
  createList(context, 'AdminProductTypes', {
    file: 'product-types',
    filter: filterProductTypes,
    select: selectProductTypes,
    sorts: { id: { column: 'product_types.id', type: 'integer' } },
    key: { column: 'product_types.id', type: 'integer' },
    build: buildProductType,
    csv: ['id', 'slug', 'name_pt', 'name_en', 'name_ru', 'icon', 'products', 'retired_at'],
  });

async function viewPriceTier({ db }: Context, priceCents: number) {
  const row = await selectPriceTiers(filterPriceTiers(db, { price_cents: priceCents })).executeTakeFirst();
  if (!row) throw new AppError('notFound');
  return { data: buildPriceTier(row) };
}

async function viewProductType({ db }: Context, id: number) {
  clearCachedProductTypes(db);
  const row = await selectProductTypes(filterProductTypes(db, { id })).executeTakeFirst();
  if (!row) throw new AppError('notFound');
  return { data: buildProductType(row) };
}

export async function createPriceTier(context: Context, { body, record }: OperatorCall<'createPriceTier'>) {
  const { price_cents, old_price_cents, reason } = body;
  await context.db.transaction().execute(async (trx) => {
    await addPriceTier(trx, { price_cents, old_price_cents });
    await record(trx, {
      subject: ['price_tier', price_cents],
      after: { old_price_cents },
      reason: reason.trim(),
    });
  });
  return viewPriceTier(context, price_cents);
}

export async function updatePriceTier(
  context: Context,
  { params: { id }, body, record }: OperatorCall<'updatePriceTier'>,
) {
  const { old_price_cents, reason } = body;
  await context.db.transaction().execute(async (trx) => {
    const before = await changePriceTier(trx, id, old_price_cents);
    await record(trx, {
      subject: ['price_tier', id],
      before: { old_price_cents: before.old_price_cents },
      after: { old_price_cents },
      reason: reason.trim(),
    });
  });
  return viewPriceTier(context, id);
}

export async function retirePriceTier(
  context: Context,
  { params: { id }, body, record }: OperatorCall<'retirePriceTier' | 'restorePriceTier'>,
  isRetired: boolean,
) {
  await context.db.transaction().execute(async (trx) => {
    const before = await setPriceTierRetired(trx, id, isRetired ? context.clock.now() : null);
    await record(trx, {
      subject: ['price_tier', id],
      before: { is_retired: before.retired_at !== null },
      after: { is_retired: isRetired },
      reason: body.reason.trim(),
    });
  });
  return viewPriceTier(context, id);
}

export async function createProductType(
  context: Context,
  { body: { reason, ...type }, record }: OperatorCall<'createProductType'>,
) {
  const { id } = await context.db.transaction().execute(async (trx) => {
    const added = await addProductType(trx, type);
    await record(trx, { subject: ['product_type', added.id], after: { ...type }, reason: reason.trim() });
    return added;
  });
  return viewProductType(context, id);
}

export async function updateProductType(
  context: Context,
  { params: { id }, body: { reason, ...type }, record }: OperatorCall<'updateProductType'>,
) {
  await context.db.transaction().execute(async (trx) => {
    const { name, icon } = await changeProductType(context, trx, id, type);
    await record(trx, {
      subject: ['product_type', id],
      before: { name_pt: name.pt, name_en: name.en, name_ru: name.ru, icon },
      after: { ...type },
      reason: reason.trim(),
    });
  });
  return viewProductType(context, id);
}

export async function retireProductType(
  context: Context,
  { params: { id }, body, record }: OperatorCall<'retireProductType' | 'restoreProductType'>,
  isRetired: boolean,
) {
  await context.db.transaction().execute(async (trx) => {
    const before = await setProductTypeRetired(trx, id, isRetired ? context.clock.now() : null);
    await record(trx, {
      subject: ['product_type', id],
      before: { is_retired: before.retired_at !== null },
      after: { is_retired: isRetired },
      reason: body.reason.trim(),
    });
  });
  return viewProductType(context, id);
}
