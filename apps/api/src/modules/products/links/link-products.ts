import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError, createValidationError, isPossibleId, parseId } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { enqueueTranslation } from '../../../platform/translator.ts';
import { recordActivity } from '../../businesses/index.ts';
import { findMyProduct, lockMyProduct } from '../my-products.queries.ts';
import { removeReplacedPhotos } from '../product-photos.ts';
import { openAtSalePlace } from '../save-product.ts';
import {
  createLinkId,
  listLinkedProducts,
  listSalePlaceIdsOf,
  lockLinked,
  setLink,
} from './links.queries.ts';
import { findLinkError, isLinkedWith } from './links.rules.ts';
import { listOthers, shareContents } from './links.ts';

export async function validateLink(
  { db }: Context,
  { actor, params: { id }, body }: PartiallyValidCall<typeof endpoints.linkProducts>,
) {
  const source = id === undefined ? undefined : await findMyProduct(db, actor.member, id);
  if (!source || !body.product_ids) return {};
  const chosen = await Promise.all(
    [...new Set(body.product_ids.map(Number))].map((chosenId) =>
      isPossibleId(chosenId) ? findMyProduct(db, actor.member, chosenId) : Promise.resolve(undefined),
    ),
  );
  const linked = source.link_id === null ? [] : await listLinkedProducts(db, actor.member, source.link_id);
  return { product_ids: findLinkError(source, chosen, linked) };
}

/** Contents of the product replace those of the chosen ones: all or none. */
export const linkProducts = (
  context: Context,
  { actor, params: { id }, body }: Call<typeof endpoints.linkProducts>,
) =>
  context.db.transaction().execute(async (trx) => {
    const ids = [...new Set(body.product_ids.map((productId) => parseId(productId)))].toSorted(
      (a, b) => a - b,
    );
    const link = await lockLinked(trx, actor.member, {
      id,
      salePlaceIds: await listSalePlaceIdsOf(trx, actor.member, ids),
      productIds: [id, ...ids],
    });
    const source = await lockMyProduct(trx, actor.member, id);
    if (!source) throw new AppError('notFound');
    const others = listOthers(link, source);
    const chosen = [];
    for (const chosenId of ids) chosen.push(await lockMyProduct(trx, actor.member, chosenId));
    const error = findLinkError(source, chosen, others);
    if (error) throw createValidationError('product_ids', error);
    const added = chosen.flatMap((product) => (product && !isLinkedWith(source, product) ? [product] : []));
    if (added.length === 0) return { data: { id } };
    const addedIds = added.map((product) => product.id);
    if (source.link_id === null) await setLink(trx, [id, ...addedIds], await createLinkId(trx, actor.member));
    else await setLink(trx, addedIds, source.link_id);
    await shareContents(trx, actor.member, id, added);
    const now = context.clock.now();
    for (const { id: productId, sale_place_id: salePlaceId, photos, ...product } of added) {
      await removeReplacedPhotos(trx, context.jobs, actor.member.businessId, photos, source.photos);
      if (product.awaits_allergens && !source.awaits_allergens)
        await openAtSalePlace(trx, actor, productId, now);
      await recordActivity(trx, actor, { kind: 'product_linked', salePlaceId, productId, now });
    }
    // A translation is that of all linked products.
    const onSale = [source, ...added].find(({ state }) => state === 'active');
    if (onSale) await enqueueTranslation(context, trx, 'products.translate', { productId: onSale.id });
    return { data: { id } };
  });
