import { COMMISSION_CENTS, maxOldPriceCents } from '@wopack/domain';
import anyAscii from 'any-ascii';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  AppError,
  assertNoErrors,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../platform/http/app-error.ts';
import {
  insertPriceTier,
  insertProductType,
  lockPriceTier,
  lockProductTypes,
  updatePriceTierRow,
  updateProductTypeRow,
} from './products.queries.ts';
import { saveSearchIndexState } from './search.queries.ts';

// Each use case returns what was before, for the audit log, and changes no product: these keep price and types.

interface TierBody {
  price_cents?: number;
  old_price_cents?: number;
}

/** A price is above the commission, and its default value within the largest discount. */
export function getTierErrors({ price_cents: price, old_price_cents: oldPrice }: TierBody): FieldErrors {
  const limit = price === undefined ? null : maxOldPriceCents(price);
  return {
    price_cents: price !== undefined &&
      price <= COMMISSION_CENTS && {
        key: 'products.tierPrice',
        values: { least: COMMISSION_CENTS },
      },
    old_price_cents: limit !== null &&
      oldPrice !== undefined &&
      (oldPrice < price! || oldPrice > limit) && {
        key: 'products.tierValue',
        values: { limit },
      },
  };
}

export async function addPriceTier(
  trx: Trx,
  tier: { price_cents: number; old_price_cents: number },
): Promise<void> {
  if (!(await insertPriceTier(trx, tier))) throw createValidationError('price_cents', 'products.tierExists');
}

async function requirePriceTier(trx: Trx, priceCents: number) {
  const tier = await lockPriceTier(trx, priceCents);
  if (!tier) throw new AppError('notFound');
  return tier;
}

export async function changePriceTier(trx: Trx, priceCents: number, oldPriceCents: number) {
  const tier = await requirePriceTier(trx, priceCents);
  assertNoErrors(getTierErrors({ old_price_cents: oldPriceCents, price_cents: priceCents }));
  await updatePriceTierRow(trx, priceCents, { old_price_cents: oldPriceCents });
  return tier;
}

/** Null offers it again. Idempotent. */
export async function setPriceTierRetired(trx: Trx, priceCents: number, retiredAt: Date | null) {
  const tier = await requirePriceTier(trx, priceCents);
  if (Boolean(tier.retired_at) === (retiredAt !== null)) return tier;
  await updatePriceTierRow(trx, priceCents, { retired_at: retiredAt });
  return tier;
}

interface TypeNames {
  name_pt: string;
  name_en: string;
  name_ru: string;
}

export const getTypeErrors = (body: Partial<TypeNames>): FieldErrors => ({
  name_pt: getBlankError(body.name_pt),
  name_en: getBlankError(body.name_en),
  name_ru: getBlankError(body.name_ru),
});

const toNames = (body: TypeNames) => ({
  pt: body.name_pt.trim(),
  en: body.name_en.trim(),
  ru: body.name_ru.trim(),
});

type Types = Awaited<ReturnType<typeof lockProductTypes>>;

/** Two types of one name cannot be told apart. */
function assertNamesAreFree(types: Types, names: Record<string, string>, ownId?: number): void {
  for (const [language, name] of Object.entries(names))
    if (types.some((type) => type.id !== ownId && type.name[language]?.toLowerCase() === name.toLowerCase()))
      throw createValidationError(`name_${language}`, 'products.typeExists');
}

/** Made from the English name, with a number if another type has it. */
function buildSlug(name: string, types: Types): string {
  const words =
    anyAscii(name)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const base =
    words
      .join('_')
      .replace(/^[^a-z]+/, '')
      .slice(0, 36) || 'type';
  const slugs = new Set(types.map(({ slug }) => slug));
  let slug = base;
  for (let number = 2; slugs.has(slug); number++) slug = `${base}_${number}`;
  return slug;
}

export async function addProductType(trx: Trx, { icon, ...body }: TypeNames & { icon: string }) {
  const types = await lockProductTypes(trx);
  const name = toNames(body);
  assertNamesAreFree(types, name);
  const id = Math.max(0, ...types.map((type) => type.id)) + 1;
  await insertProductType(trx, { id, slug: buildSlug(name.en, types), name, icon });
  return { id };
}

function requireType(types: Types, id: number) {
  const type = types.find((candidate) => candidate.id === id);
  if (!type) throw new AppError('notFound');
  return type;
}

export async function changeProductType(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  id: number,
  { icon, ...body }: TypeNames & { icon: string },
) {
  const types = await lockProductTypes(trx);
  const type = requireType(types, id);
  const name = toNames(body);
  assertNamesAreFree(types, name, id);
  await updateProductTypeRow(trx, id, { name, icon });
  if (Object.entries(name).some(([language, text]) => type.name[language] !== text)) {
    // Products are found by the names of their types.
    await saveSearchIndexState(trx, 0);
    await jobs.enqueue(trx, 'products.index', {});
  }
  return type;
}

/** Null offers it again. Idempotent. */
export async function setProductTypeRetired(trx: Trx, id: number, retiredAt: Date | null) {
  const types = await lockProductTypes(trx);
  const type = requireType(types, id);
  if (Boolean(type.retired_at) === (retiredAt !== null)) return type;
  const isLast = types.every((other) => other.id === id || other.retired_at !== null);
  if (retiredAt && isLast) throw new AppError('conflict', { message: 'products.lastType' });
  await updateProductTypeRow(trx, id, { retired_at: retiredAt });
  return type;
}
