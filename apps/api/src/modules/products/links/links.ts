import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { BusinessScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { recordActivity } from '../../businesses/index.ts';
import { lockMyProduct } from '../my-products.queries.ts';
import { indexProducts } from '../search.queries.ts';
import { copyContents, copyTexts, type LockedLink, listLinkedProducts, setLink } from './links.queries.ts';

const isInPlaces = ({ salePlaceIds }: BusinessScope, id: number): boolean =>
  salePlaceIds === null || salePlaceIds.includes(id);

/** Those that a product is linked with, at sale places of the scope. */
export const listMyLinkedProducts = async (
  db: DbOrTrx,
  scope: BusinessScope,
  { id, link_id }: { id: number; link_id: number | null },
) =>
  link_id === null
    ? []
    : (await listLinkedProducts(db, scope, link_id)).filter(
        (other) => other.id !== id && isInPlaces(scope, other.sale_place_id),
      );

/** Those that a locked product is linked with. Refuses when it was linked with others after these were locked. */
export function listOthers(
  { linkId, products }: LockedLink,
  product: { id: number; link_id: number | null },
): LockedLink['products'] {
  if (product.link_id === null) return [];
  if (product.link_id !== linkId) throw new AppError('conflict', { message: 'products.changedMeanwhile' });
  return products.filter(({ id }) => id !== product.id);
}

const hasAll = (linked: readonly { id: number }[], ids: readonly (number | string)[]): boolean =>
  ids.every((id) => linked.some((product) => product.id === Number(id)));

/** An error unless all are linked with the product, at sale places of the scope. */
export async function getLinkedError(
  db: DbOrTrx,
  scope: BusinessScope,
  product: { id: number; link_id: number | null } | undefined,
  ids: readonly (number | string)[] | undefined,
): Promise<FieldErrors[string]> {
  if (!ids || ids.length === 0 || !product) return null;
  return !hasAll(await listMyLinkedProducts(db, scope, product), ids) && 'products.notLinked';
}

/** The chosen ones of those that a product is linked with; an error of the field unless all are, in the scope. */
export function requireLinked<T extends { id: number; sale_place_id: number }>(
  scope: BusinessScope,
  others: readonly T[],
  field: string,
  ids: readonly (number | string)[] = [],
): T[] {
  const mine = others.filter(({ sale_place_id }) => isInPlaces(scope, sale_place_id));
  if (!hasAll(mine, ids)) throw createValidationError(field, 'products.notLinked');
  return mine.filter(({ id }) => ids.some((chosen) => Number(chosen) === id));
}

/** Refuses a second linked product at a sale place. */
export function assertNotLinkedAt(others: readonly { sale_place_id: number }[], salePlaceId: number): void {
  const message = 'products.linkedThere';
  if (others.some(({ sale_place_id }) => sale_place_id === salePlaceId))
    throw new AppError('conflict', { message, fields: { sale_place_id: message } });
}

/**
 * Brings texts, photos and so on of a product to those that it is linked with. Refused when one is at a sale place
 * outside of the scope.
 */
export async function shareContents(
  trx: Trx,
  scope: BusinessScope,
  id: number,
  others: readonly { id: number; sale_place_id: number }[],
): Promise<void> {
  const outside = others.filter(({ sale_place_id }) => !isInPlaces(scope, sale_place_id));
  const message = 'products.linkedOutside';
  if (outside.length > 0)
    throw new AppError('conflict', {
      message,
      values: { count: outside.length },
      fields: { linked: message },
    });
  const ids = others.map((other) => other.id);
  await copyContents(trx, id, ids);
  await copyTexts(trx, id, ids);
  await indexProducts(trx, { productIds: ids });
}

/** The product keeps what it had in common; the others stay linked. */
export const unlinkProduct = async (
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.unlinkProduct>,
) =>
  db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.member, id);
    if (!product) throw new AppError('notFound');
    if (product.link_id !== null) {
      await setLink(trx, [id], null);
      await recordActivity(trx, actor, {
        kind: 'product_unlinked',
        salePlaceId: product.sale_place_id,
        productId: id,
        now: clock.now(),
      });
    }
    return { data: { id } };
  });
