import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { copyFollowers } from '../../offers/index.ts';
import { assertNothingOpenAt } from '../../products/index.ts';
import {
  closeLookAlike,
  closePlaceClaim,
  copySalePlace,
  lockLookAlike,
  lockPlaceClaim,
  lockSalePlace,
  measureMetres,
} from '../../sale-places/index.ts';
import { recordDecision } from '../decisions/decisions.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { findCaseDecision } from '../operators/audit.queries.ts';
import { lockSubject } from './content.queries.ts';
import { setContentHidden } from './moderation.ts';
import {
  filterLookAlikes,
  filterPlaceClaims,
  findLookAlike,
  findPlaceClaim,
  getPlaceFacts,
  type LookAlikeRow,
  type PlaceClaimRow,
  type PlaceValue,
  selectLookAlikes,
  selectPlaceClaims,
} from './place-claims.queries.ts';

const buildLookAlikeRow = (row: LookAlikeRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  distance: Math.round(
    measureMetres(row, { latitude: row.earlier_latitude, longitude: row.earlier_longitude }),
  ),
});

export const createLookAlikeList = (context: Context) =>
  createList(context, 'LookAlikes', {
    file: 'look-alikes',
    filter: filterLookAlikes,
    period: 'look_alikes.created_at',
    select: selectLookAlikes,
    sorts: { created_at: { column: 'look_alikes.created_at', type: 'timestamptz' } },
    key: { column: 'look_alikes.id', type: 'integer' },
    build: buildLookAlikeRow,
    csv: [
      'id',
      'created_at',
      'state',
      { distance_metres: 'distance' },
      { sale_place_id: 'place.id' },
      { sale_place: 'place.name' },
      'place.seller.id',
      'earlier_place.id',
      'earlier_place.name',
      { earlier_seller_id: 'earlier_place.seller.id' },
    ],
  });

const buildClaimRow = (row: PlaceClaimRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  claimant: { id: row.claimant_id, name: row.claimant_name },
  answer_until: row.answer_until.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
});

export const createPlaceClaimList = (context: Context) =>
  createList(context, 'PlaceClaims', {
    file: 'place-claims',
    filter: filterPlaceClaims,
    period: 'place_claims.created_at',
    select: selectPlaceClaims,
    sorts: { created_at: { column: 'place_claims.created_at', type: 'timestamptz' } },
    key: { column: 'place_claims.id', type: 'integer' },
    build: buildClaimRow,
    csv: [
      'id',
      'created_at',
      'state',
      { sale_place_id: 'place.id' },
      { sale_place: 'place.name' },
      'place.seller.id',
      'claimant.id',
      'answer_until',
      'answered_at',
    ],
  });

const buildPlaceDetail = async (db: DbOrTrx, place: PlaceValue) => ({
  ...place,
  ...(await getPlaceFacts(db, place.id)),
});

async function viewLookAlike(db: DbOrTrx, id: number) {
  const row = await findLookAlike(db, id);
  if (!row) throw new AppError('notFound');
  const [place, earlierPlace] = [
    await buildPlaceDetail(db, row.place),
    await buildPlaceDetail(db, row.earlier_place),
  ];
  const decided = await findCaseDecision(db, { action: 'decideLookAlike', subject: ['look_alike', id] });
  return { data: { ...buildLookAlikeRow(row), place, earlier_place: earlierPlace, decided } };
}

const canApprove = (claim: Pick<PlaceClaimRow, 'answered_at' | 'answer_until'>, now: Date): boolean =>
  claim.answered_at !== null || claim.answer_until <= now;

async function viewPlaceClaim({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number) {
  const row = await findPlaceClaim(db, id);
  if (!row) throw new AppError('notFound');
  return {
    data: {
      ...buildClaimRow(row),
      place: await buildPlaceDetail(db, row.place),
      owner: { id: row.owner_id, name: row.owner_name },
      can_approve: canApprove(row, clock.now()),
      decided: await findCaseDecision(db, { action: 'decidePlaceClaim', subject: ['place_claim', id] }),
    },
  };
}

export async function getLookAlike({ db }: Context, { params, record }: OperatorCall<'getLookAlike'>) {
  const view = await viewLookAlike(db, params.id);
  await record(db, { subject: ['look_alike', params.id] });
  return view;
}

export async function getPlaceClaim(context: Context, { params, record }: OperatorCall<'getPlaceClaim'>) {
  const view = await viewPlaceClaim(context, params.id);
  await record(context.db, { subject: ['place_claim', params.id] });
  return view;
}

interface PlaceDecision {
  salePlaceId: number;
  operatorId: number;
  reason: string;
  cause: readonly ['place_claim' | 'look_alike', id: number];
}

/** Takes a sale place off the site and tells its seller why; a sale place that is hidden or removed stays so. */
async function hideWithReasons(
  context: Context,
  trx: Trx,
  { salePlaceId, operatorId, reason, cause }: PlaceDecision,
): Promise<void> {
  await lockSubject(trx, 'sale_place', salePlaceId);
  const salePlace = await lockSalePlace(trx, salePlaceId);
  if (!salePlace || salePlace.hidden_at !== null) return;
  await setContentHidden(context, trx, { kind: 'sale_place', id: salePlaceId, isHidden: true });
  await recordDecision(context, trx, {
    operatorId,
    userId: salePlace.seller_id,
    subject: { kind: 'sale_place', id: salePlaceId, name: salePlace.name },
    outcome: 'hidden',
    reason,
    cause,
  });
}

/**
 * What is paid stays with the business that sold it: nobody takes over a sale place with open orders or holds. Ratings
 * stay with whom they were given to; those who follow its packs follow the place. Returns the id of the next place.
 */
async function handOverWithReasons(
  context: Context,
  trx: Trx,
  values: PlaceDecision,
  getNextPlaceId: () => Promise<number>,
): Promise<number> {
  await lockSubject(trx, 'sale_place', values.salePlaceId);
  if (await lockSalePlace(trx, values.salePlaceId))
    await assertNothingOpenAt(trx, values.salePlaceId, context.clock.now());
  await hideWithReasons(context, trx, values);
  const toPlaceId = await getNextPlaceId();
  await copyFollowers(trx, { fromPlaceId: values.salePlaceId, toPlaceId });
  return toPlaceId;
}

const lookAlikeStates = { keep: 'kept', hide_new: 'hidden', transfer: 'transferred' } as const;

export async function decideLookAlike(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<'decideLookAlike'>,
) {
  const { db, clock } = context;
  const reason = body.reason.trim();
  await db.transaction().execute(async (trx) => {
    const pair = await lockLookAlike(trx, id);
    const row = pair && (await findLookAlike(trx, id));
    if (!pair || !row) throw new AppError('notFound');
    if (pair.state !== 'open') throw new AppError('conflict', { message: 'admin.decidedAlready' });
    const state = lookAlikeStates[body.decision];
    await closeLookAlike(trx, id, { state, decided_by: actor.id, decided_at: clock.now() });
    const common = { operatorId: actor.id, reason, cause: ['look_alike', id] as const };
    if (body.decision === 'hide_new')
      await hideWithReasons(context, trx, { ...common, salePlaceId: pair.sale_place_id });
    if (body.decision === 'transfer')
      await handOverWithReasons(
        context,
        trx,
        { ...common, salePlaceId: pair.earlier_place_id },
        async () => pair.sale_place_id,
      );
    await record(trx, {
      subject: ['look_alike', id],
      before: { sale_place: pair.sale_place_id, earlier_place: pair.earlier_place_id },
      after: { decision: body.decision },
      reason,
    });
  });
  return viewLookAlike(db, id);
}

export async function decidePlaceClaim(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<'decidePlaceClaim'>,
) {
  const { db, clock, jobs } = context;
  const reason = body.reason.trim();
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const claim = await lockPlaceClaim(trx, id);
    const row = claim && (await findPlaceClaim(trx, id));
    if (!claim || !row) throw new AppError('notFound');
    if (claim.state !== 'open') throw new AppError('conflict', { message: 'admin.decidedAlready' });
    const isApproved = body.decision === 'approve';
    if (isApproved && !canApprove(claim, now))
      throw new AppError('conflict', { message: 'admin.ownerMayAnswer' });
    let newPlaceId: number | null = null;
    if (isApproved) {
      const salePlaceId = claim.sale_place_id;
      const copy = { id: salePlaceId, sellerId: claim.claimant_id, phone: claim.phone, now };
      newPlaceId = await handOverWithReasons(
        context,
        trx,
        { salePlaceId, operatorId: actor.id, reason, cause: ['place_claim', id] },
        async () => (await copySalePlace(trx, copy)).id,
      );
    }
    const decision = { decided_by: actor.id, decided_at: now, reason, new_place_id: newPlaceId };
    await closePlaceClaim(trx, id, { state: isApproved ? 'approved' : 'refused', ...decision });
    for (const side of ['claimant', 'owner'] as const)
      await jobs.enqueue(trx, 'notifications.send-mail', { template: 'claimDecided', claimId: id, side });
    await record(trx, {
      subject: ['place_claim', id],
      before: { sale_place: claim.sale_place_id, owner: claim.owner_id, claimant: claim.claimant_id },
      after: { decision: body.decision, new_place: newPlaceId },
      reason,
    });
  });
  return viewPlaceClaim(context, id);
}
