import type { endpoints } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { isEvidence, scheduleRemovePhoto } from '../media/index.ts';
import { claimUploads, findUploads } from '../uploads/index.ts';
import { listLookAlikes } from './look-alikes.ts';
import {
  countOpenClaims,
  insertPlaceClaim,
  isClaimOnMine,
  listClaimsByClaimant,
  listClaimsByOwner,
  lockVisiblePlace,
  saveClaimAnswer,
  takeClaimPhotos,
} from './place-claims.queries.ts';

/** What everybody can see of them: never phone or owner. */
export async function findLookAlikes(
  { db }: Context,
  { actor, query }: Call<typeof endpoints.findLookAlikes>,
) {
  const lookAlikes = await listLookAlikes(db, query, actor.member.businessId);
  return {
    data: lookAlikes
      .filter(({ hidden_at, suspended_at }) => hidden_at === null && suspended_at === null)
      .map(({ id, name, address }) => ({ id, name, address })),
  };
}

export async function validateClaim(
  { db }: Context,
  { actor, body: { text, photos = [] } }: PartiallyValidCall<typeof endpoints.claimSalePlace>,
): Promise<FieldErrors> {
  const paths = [...new Set(photos)];
  // Other pictures are public.
  const uploads = paths.length > 0 ? (await findUploads(db, actor.id, paths)).filter(isEvidence) : [];
  const isGone = uploads.length < paths.length;
  return { text: getBlankError(text), photos: isGone && 'products.unknownPhoto' };
}

export const validateClaimAnswer = ({
  body,
}: PartiallyValidCall<typeof endpoints.answerPlaceClaim>): FieldErrors => ({
  text: getBlankError(body.text),
});

const MAX_OPEN_CLAIMS = 3;
const ANSWER_MS = 14 * DAY_MS;

export async function claimSalePlace(
  { db, clock, jobs }: Context,
  { actor, params, body }: Call<typeof endpoints.claimSalePlace>,
) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const openClaims = await countOpenClaims(trx, actor.member.businessId);
    const place = await lockVisiblePlace(trx, params.id);
    if (!place) throw new AppError('notFound');
    if (place.seller_id === actor.member.businessId)
      throw new AppError('conflict', { message: 'claims.isYours' });
    if (openClaims >= MAX_OPEN_CLAIMS) throw new AppError('conflict', { message: 'claims.tooManyOpen' });
    const paths = [...new Set(body.photos)];
    const photos = paths.length > 0 ? await claimUploads(trx, actor.id, paths) : [];
    if (photos.length < paths.length) throw createValidationError('photos', 'products.unknownPhoto');
    const claim = await insertPlaceClaim(trx, {
      created_at: now,
      sale_place_id: place.id,
      claimant_id: actor.member.businessId,
      owner_id: place.seller_id,
      text: body.text.trim(),
      phone: body.phone.trim(),
      photos,
      answer_until: new Date(now.getTime() + ANSWER_MS),
    });
    if (!claim) throw new AppError('conflict', { message: 'claims.isOpen' });
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'placeClaimed', claimId: claim.id });
    return { data: { id: claim.id } };
  });
}

type ClaimRow = Awaited<ReturnType<typeof listClaimsByOwner>>[number];

const buildClaim = ({ id, state, created_at, answer_until, answered_at, ...claim }: ClaimRow) => ({
  id,
  state,
  created_at: created_at.toISOString(),
  sale_place: { id: claim.sale_place_id, name: claim.name, address: claim.address },
  answer_until: answer_until.toISOString(),
  answered_at: answered_at?.toISOString() ?? null,
});

export async function listMyPlaceClaims(
  { db }: Context,
  { actor }: Call<typeof endpoints.listMyPlaceClaims>,
) {
  const [mine, ofOthers] = await Promise.all([
    listClaimsByClaimant(db, actor.member.businessId),
    listClaimsByOwner(db, actor.member.businessId),
  ]);
  return {
    data: {
      mine: mine.map((claim) => ({
        ...buildClaim(claim),
        text: claim.text,
        photos: claim.photos,
        reason: claim.reason,
      })),
      of_others: ofOthers.map((claim) => ({ ...buildClaim(claim), text: claim.text, answer: claim.answer })),
    },
  };
}

export async function answerPlaceClaim(
  { db, clock }: Context,
  { actor, params: { id }, body }: Call<typeof endpoints.answerPlaceClaim>,
) {
  const isSaved = await saveClaimAnswer(db, {
    id,
    ownerId: actor.member.businessId,
    answer: body.text.trim(),
    now: clock.now(),
  });
  if (!isSaved)
    throw (await isClaimOnMine(db, id, actor.member.businessId))
      ? new AppError('conflict', { message: 'claims.isClosed' })
      : new AppError('notFound');
  return { data: { id } };
}

/** As long as the decision can be objected to. */
const CLAIM_PHOTO_RETENTION_MS = 183 * DAY_MS;

const BATCH_SIZE = 100;

export async function eraseOldClaimPhotos({ db, clock, jobs }: Context): Promise<void> {
  const decidedBefore = new Date(clock.now().getTime() - CLAIM_PHOTO_RETENTION_MS);
  for (let count = 1; count > 0; ) {
    count = await db.transaction().execute(async (trx) => {
      const photos = await takeClaimPhotos(trx, decidedBefore, BATCH_SIZE);
      for (const photo of photos) await scheduleRemovePhoto(jobs, trx, photo);
      return photos.length;
    });
  }
}
