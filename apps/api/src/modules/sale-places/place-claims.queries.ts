import type { PlaceClaimState } from '@wopack/contract';
import { sql } from 'kysely';
import { contactOfBusiness } from '../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/files/storage.ts';
import { anyOf } from '../../platform/performance/prepared-statements.ts';

/** A sale place of an active seller that everybody sees, locked against a change of its owner. */
export const lockVisiblePlace = (trx: Trx, id: number) =>
  trx
    .selectFrom('sale_places')
    .innerJoin('businesses', 'businesses.id', 'sale_places.seller_id')
    .select(['sale_places.id', 'sale_places.seller_id'])
    .where('sale_places.id', '=', id)
    .where('sale_places.removed_at', 'is', null)
    .where('sale_places.hidden_at', 'is', null)
    .where('businesses.is_selling', '=', true)
    .where('businesses.suspended_at', 'is', null)
    .forShare('sale_places')
    .executeTakeFirst();

/** Counts under a lock of the claimant, so that claims at once do not pass the limit together. */
export async function countOpenClaims(trx: Trx, claimantId: number): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', claimantId).forUpdate().execute();
  const { count } = await trx
    .selectFrom('place_claims')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('claimant_id', '=', claimantId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** Undefined when the claimant has an open claim on it. */
export const insertPlaceClaim = (
  trx: Trx,
  claim: {
    created_at: Date;
    sale_place_id: number;
    claimant_id: number;
    owner_id: number;
    text: string;
    phone: string;
    photos: readonly StoredPhoto[];
    answer_until: Date;
  },
) =>
  trx
    .insertInto('place_claims')
    .values({ ...claim, photos: JSON.stringify(claim.photos) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

const claimsWithPlaces = (db: DbOrTrx) =>
  db
    .selectFrom('place_claims')
    .innerJoin('sale_places', 'sale_places.id', 'place_claims.sale_place_id')
    .select(['place_claims.id', 'place_claims.created_at', 'place_claims.state', 'place_claims.text'])
    .select(['place_claims.answer', 'place_claims.answered_at', 'place_claims.answer_until'])
    .select(['place_claims.reason', 'place_claims.sale_place_id', 'sale_places.name', 'sale_places.address'])
    .select(['place_claims.phone', 'place_claims.photos'])
    .orderBy('place_claims.id', 'desc')
    .limit(100);

export const listClaimsByClaimant = (db: DbOrTrx, userId: number) =>
  claimsWithPlaces(db).where('claimant_id', '=', userId).execute();

export const listClaimsByOwner = (db: DbOrTrx, userId: number) =>
  claimsWithPlaces(db).where('owner_id', '=', userId).execute();

/** Returns false when it is not the owner's, is answered, decided or too old. */
export const saveClaimAnswer = async (
  db: DbOrTrx,
  { id, ownerId, answer, now }: { id: number; ownerId: number; answer: string; now: Date },
): Promise<boolean> =>
  (
    await db
      .updateTable('place_claims')
      .set({ answer, answered_at: now })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('state', '=', 'open')
      .where('answered_at', 'is', null)
      .where('answer_until', '>', now)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const isClaimOnMine = async (db: DbOrTrx, id: number, ownerId: number): Promise<boolean> =>
  (await db
    .selectFrom('place_claims')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()) !== undefined;

export const lockPlaceClaim = (trx: Trx, id: number) =>
  trx
    .selectFrom('place_claims')
    .select([
      'id',
      'state',
      'sale_place_id',
      'claimant_id',
      'owner_id',
      'phone',
      'answered_at',
      'answer_until',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const closePlaceClaim = (
  trx: Trx,
  id: number,
  decision: {
    state: Exclude<PlaceClaimState, 'open'>;
    decided_by: number;
    decided_at: Date;
    reason: string;
    new_place_id: number | null;
  },
) => trx.updateTable('place_claims').set(decision).where('id', '=', id).execute();

/**
 * The same place for another seller: what everybody can see of it, paused, with that seller's phone. Products, ratings
 * and orders stay with the former one.
 */
export const copySalePlace = (
  trx: Trx,
  { id, sellerId, phone, now }: { id: number; sellerId: number; phone: string; now: Date },
): Promise<{ id: number }> =>
  trx
    .insertInto('sale_places')
    .columns([
      'seller_id',
      'phone',
      'created_at',
      'paused',
      'name',
      'address',
      'latitude',
      'longitude',
      'time_zone',
      'has_manual_address',
      'type_ids',
      'search',
    ])
    .expression((eb) =>
      eb
        .selectFrom('sale_places')
        .select([sql`${sellerId}::int`.as('seller_id'), sql`${phone}::text`.as('phone')])
        .select([sql`${now}::timestamptz`.as('created_at'), sql`true`.as('paused')])
        .select([
          'name',
          'address',
          'latitude',
          'longitude',
          'time_zone',
          'has_manual_address',
          'type_ids',
          'search',
        ])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow();

/** The sale place that an operator put in the place of this one, for a claim or as its look-alike. */
export async function findNextSalePlaceId(db: DbOrTrx, id: number): Promise<number | null> {
  const next = await db
    .selectFrom('place_claims')
    .select(['new_place_id as id', 'decided_at'])
    .where('sale_place_id', '=', id)
    .where('state', '=', 'approved')
    .unionAll(
      db
        .selectFrom('look_alikes')
        .select(['sale_place_id as id', 'decided_at'])
        .where('earlier_place_id', '=', id)
        .where('state', '=', 'transferred'),
    )
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return next?.id ?? null;
}

export const findClaimForMail = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('place_claims')
    .innerJoin('sale_places', 'sale_places.id', 'place_claims.sale_place_id')
    .innerJoin('users as owner', (join) =>
      join.on('owner.id', '=', contactOfBusiness(sql.ref('place_claims.owner_id'))),
    )
    .innerJoin('users as claimant', (join) =>
      join.on('claimant.id', '=', contactOfBusiness(sql.ref('place_claims.claimant_id'))),
    )
    .select(['place_claims.state', 'place_claims.answer_until', 'place_claims.reason'])
    .select(['place_claims.decided_by', 'place_claims.claimant_id', 'place_claims.owner_id'])
    .select(['sale_places.name', 'sale_places.address', 'sale_places.time_zone'])
    .select([
      'owner.email as owner_email',
      'owner.language as owner_language',
      'owner.deleted_at as owner_deleted_at',
    ])
    .select(['claimant.email as claimant_email', 'claimant.language as claimant_language'])
    .select('claimant.deleted_at as claimant_deleted_at')
    .where('place_claims.id', '=', id)
    .executeTakeFirst();

/** What was written for a business as claimant or owner, for the export of personal data. */
export async function listClaimsOf(db: DbOrTrx, businessId: number) {
  const [claims, others] = [
    await listClaimsByClaimant(db, businessId),
    await listClaimsByOwner(db, businessId),
  ];
  const build = ({ created_at, name, state, reason }: (typeof claims)[number]) => ({
    created_at: created_at.toISOString(),
    sale_place: name,
    state,
    reason,
  });
  return [
    ...claims.map((claim) => ({
      ...build(claim),
      role: 'claimant',
      text: claim.text,
      phone: claim.phone,
      photos: claim.photos.map(({ path }) => path),
    })),
    ...others.map((claim) => ({ ...build(claim), role: 'owner', text: claim.answer ?? '' })),
  ];
}

/** Removes photos from claims decided before, and returns them. */
export async function takeClaimPhotos(trx: Trx, decidedBefore: Date, limit: number): Promise<StoredPhoto[]> {
  const claims = await trx
    .selectFrom('place_claims')
    .select(['id', 'photos'])
    .where('decided_at', '<', decidedBefore)
    .where(sql<boolean>`photos <> '[]'`)
    .orderBy('decided_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (claims.length === 0) return [];
  await trx
    .updateTable('place_claims')
    .set({ photos: '[]' })
    .where(
      'id',
      'in',
      claims.map(({ id }) => id),
    )
    .execute();
  return claims.flatMap(({ photos }) => photos);
}

/**
 * Words of and about these businesses, phone and photos; that there was a claim stays for the records. Returns the photos.
 */
export async function eraseClaimsOf(trx: Trx, businessIds: readonly number[]): Promise<StoredPhoto[]> {
  const ofThem = anyOf([...businessIds], 'int[]');
  const claims = await trx
    .selectFrom('place_claims')
    .select('photos')
    .where('claimant_id', '=', ofThem)
    .forUpdate()
    .execute();
  await trx
    .updateTable('place_claims')
    .set({ text: '', phone: '', photos: '[]' })
    .where('claimant_id', '=', ofThem)
    .execute();
  await trx
    .updateTable('place_claims')
    .set({ answer: '' })
    .where('owner_id', '=', ofThem)
    .where('answer', 'is not', null)
    .execute();
  await trx
    .updateTable('place_claims')
    .set({ reason: '' })
    .where((eb) => eb.or([eb('claimant_id', '=', ofThem), eb('owner_id', '=', ofThem)]))
    .where('reason', 'is not', null)
    .execute();
  return claims.flatMap(({ photos }) => photos);
}
