import type { DecisionSubject } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import { getContactOfBusiness } from '../../businesses/index.ts';
import { setReviewHidden, setReviewReplyHidden } from '../../orders/index.ts';
import { hideProduct, hideSalePlaceProducts, salePlaceHooks, setProductTypes } from '../../products/index.ts';
import { listSalePlaceTypes, lockSalePlace, setSalePlace } from '../../sale-places/index.ts';
import { recordDecision } from '../decisions/decisions.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  findProduct,
  findReview,
  findSalePlace,
  listOfferedTypeIds,
  lockSubject,
} from './content.queries.ts';
import { viewProduct, viewReview, viewSalePlace } from './content.ts';

export type ContentKind = 'product' | 'sale_place' | 'review' | 'review_reply';

/** A report of a photo hides or shows its product. */
export const toContentKind = (kind: DecisionSubject): ContentKind =>
  kind === 'photo' ? 'product' : (kind as ContentKind);

interface Subject {
  kind: DecisionSubject;
  id: number;
  name: string;
  /** Who published it. */
  userId: number;
  /** Whose page it is on. */
  sellerId: number;
  isHidden: boolean;
}

export async function getSubject(db: DbOrTrx, kind: ContentKind, id: number): Promise<Subject> {
  const product = kind === 'product' ? await findProduct(db, id) : undefined;
  if (product)
    return {
      kind,
      id,
      name: product.name,
      userId: await getContactOfBusiness(db, product.seller_id),
      sellerId: product.seller_id,
      isHidden: product.hidden_at !== null,
    };
  const place = kind === 'sale_place' ? await findSalePlace(db, id) : undefined;
  if (place)
    return {
      kind,
      id,
      name: place.name,
      userId: await getContactOfBusiness(db, place.seller_id),
      sellerId: place.seller_id,
      isHidden: place.hidden_at !== null,
    };
  const review = kind === 'review' ? await findReview(db, id) : undefined;
  if (review)
    return {
      kind,
      id,
      name: review.product_name,
      userId: review.user_id,
      sellerId: review.seller_id,
      isHidden: review.hidden_at !== null,
    };
  const replied = kind === 'review_reply' ? await findReview(db, id) : undefined;
  if (replied?.reply_text != null)
    return {
      kind,
      id,
      name: replied.product_name,
      userId: await getContactOfBusiness(db, replied.seller_id),
      sellerId: replied.seller_id,
      isHidden: replied.reply_hidden_at !== null,
    };
  throw new AppError('notFound');
}

/** Hides content or shows it again: it leaves list, map, search, previews and feeds with this transaction. */
export async function setContentHidden(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  { kind, id, isHidden }: { kind: ContentKind; id: number; isHidden: boolean },
): Promise<void> {
  const now = clock.now();
  if (kind === 'review') return setReviewHidden(trx, id, isHidden, now);
  if (kind === 'review_reply') return setReviewReplyHidden(trx, id, isHidden ? now : null);
  if (kind === 'product') await hideProduct(trx, { id, isHidden }, now);
  else {
    const salePlace = await lockSalePlace(trx, id);
    if (!salePlace) throw new AppError('notFound');
    await setSalePlace(trx, id, { hidden_at: isHidden ? now : null });
    if (isHidden || !salePlace.paused) await hideSalePlaceProducts(trx, { salePlaceId: id, isHidden }, now);
  }
  await jobs.enqueue(trx, 'offers.update-map-cells', {});
}

type ModerationCall = OperatorCall<
  | 'hideProduct'
  | 'unhideProduct'
  | 'hideSalePlace'
  | 'unhideSalePlace'
  | 'hideReview'
  | 'unhideReview'
  | 'hideReviewReply'
  | 'unhideReviewReply'
>;

/** Repeated, it changes and tells nothing. */
async function moderate(
  context: Context,
  { actor, params: { id }, body, record }: ModerationCall,
  kind: ContentKind,
  isHidden: boolean,
): Promise<void> {
  const reason = body.reason.trim();
  await context.db.transaction().execute(async (trx) => {
    await lockSubject(trx, kind, id);
    const subject = await getSubject(trx, kind, id);
    await record(trx, {
      subject: [kind, id],
      before: { is_hidden: subject.isHidden },
      after: { is_hidden: isHidden },
      reason,
    });
    if (subject.isHidden === isHidden) return;
    await setContentHidden(context, trx, { kind, id, isHidden });
    await recordDecision(context, trx, {
      operatorId: actor.id,
      userId: subject.userId,
      subject,
      outcome: isHidden ? 'hidden' : 'shown',
      reason,
    });
  });
}

export const moderateProduct = async (context: Context, call: ModerationCall, isHidden: boolean) => {
  await moderate(context, call, 'product', isHidden);
  return viewProduct(context, call.params.id);
};

export const moderateSalePlace = async (context: Context, call: ModerationCall, isHidden: boolean) => {
  await moderate(context, call, 'sale_place', isHidden);
  return viewSalePlace(context, call.params.id);
};

export const moderateReview = async (context: Context, call: ModerationCall, isHidden: boolean) => {
  await moderate(context, call, 'review', isHidden);
  return viewReview(context.db, call.params.id);
};

const hasSameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

export const moderateReviewReply = async (context: Context, call: ModerationCall, isHidden: boolean) => {
  await moderate(context, call, 'review_reply', isHidden);
  return viewReview(context.db, call.params.id);
};

export async function updateProductTypes(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<'updateProductTypes'>,
) {
  const { db } = context;
  const reason = body.reason.trim();
  const typeIds = [...new Set(body.type_ids)];
  const offeredIds = await listOfferedTypeIds(db);
  await db.transaction().execute(async (trx) => {
    await lockSubject(trx, 'product', id);
    const product = await findProduct(trx, id);
    if (!product) throw new AppError('notFound');
    // It may keep types that are offered no more.
    if (!typeIds.every((typeId) => offeredIds.includes(typeId) || product.type_ids.includes(typeId)))
      throw createValidationError('type_ids', 'products.unknownCategory');
    await setProductTypes(trx, { id, sellerId: product.seller_id }, typeIds);
    await record(trx, {
      subject: ['product', id],
      before: { type_ids: product.type_ids },
      after: { type_ids: typeIds },
      reason,
    });
    if (hasSameIds(product.type_ids, typeIds)) return;
    await recordDecision(context, trx, {
      operatorId: actor.id,
      userId: await getContactOfBusiness(trx, product.seller_id),
      subject: { kind: 'product', id, name: product.name },
      outcome: 'types_changed',
      reason,
    });
  });
  return viewProduct(context, id);
}

export async function updateSalePlaceTypes(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<'updateSalePlaceTypes'>,
) {
  const { db } = context;
  const reason = body.reason.trim();
  const typeIds = [...new Set(body.type_ids)];
  const types = await listSalePlaceTypes(db);
  await db.transaction().execute(async (trx) => {
    await lockSubject(trx, 'sale_place', id);
    await lockSalePlace(trx, id);
    const salePlace = await findSalePlace(trx, id);
    if (!salePlace) throw new AppError('notFound');
    if (!typeIds.every((typeId) => types.some((type) => type.id === typeId)))
      throw createValidationError('type_ids', 'products.unknownCategory');
    await record(trx, {
      subject: ['sale_place', id],
      before: { type_ids: salePlace.type_ids },
      after: { type_ids: typeIds },
      reason,
    });
    if (hasSameIds(salePlace.type_ids, typeIds)) return;
    await setSalePlace(trx, id, { type_ids: typeIds });
    await salePlaceHooks.onChanged(trx, { id, hasNewTimeZone: false }, context.clock.now());
    await recordDecision(context, trx, {
      operatorId: actor.id,
      userId: salePlace.seller_id,
      subject: { kind: 'sale_place', id, name: salePlace.name },
      outcome: 'types_changed',
      reason,
    });
  });
  return viewSalePlace(context, id);
}
