import type { MemberRole } from '@wopack/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { contactOfBusiness, isMemberOf } from '../../platform/db/business-scope.ts';
import type { Database, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Member } from '../../platform/http/route.ts';

/** Null: all sale places. */
const salePlaceIds = sql<number[] | null>`case when not members.has_all_sale_places then array(
  select sale_place_id from member_sale_places where member_id = members.id order by sale_place_id) end`;

/** Memberships of a user, of businesses that sell, as the session of every call reads them. */
export const listMemberships = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('members')
    .innerJoin('businesses', 'businesses.id', 'members.business_id')
    .select(['members.id', 'members.business_id', 'members.role', salePlaceIds.as('sale_place_ids')])
    .select(sql<boolean>`businesses.suspended_at is not null`.as('is_suspended'))
    .select('businesses.ends_at')
    .where('members.user_id', '=', userId)
    .where('businesses.is_selling', '=', true)
    .where('businesses.suspended_by_block', '=', false)
    .orderBy(sql`members.business_id = members.user_id`, 'desc')
    .orderBy('members.id')
    .execute();

/** The part of a user in a business as every call reads it; undefined when there is none, or it does not sell. */
export async function findMember(
  db: DbOrTrx,
  businessId: number,
  userId: number,
): Promise<Member | undefined> {
  const memberships = await listMemberships(db, userId);
  const membership = memberships.find(({ business_id }) => business_id === businessId);
  return membership && { businessId, role: membership.role, salePlaceIds: membership.sale_place_ids };
}

/** Undefined when the user is no member. */
export const findMemberRole = async (
  db: DbOrTrx,
  businessId: number,
  userId: number,
): Promise<MemberRole | undefined> =>
  (
    await db
      .selectFrom('members')
      .select('role')
      .where('business_id', '=', businessId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.role;

/** Whether somebody is a member of a business, or was one at some time since an instant. */
export async function wasMemberSince(
  db: DbOrTrx,
  { businessId, userId, since }: { businessId: number; userId: number; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_or_was: boolean }>`
    select ${isMemberOf(sql`${businessId}`, sql`${userId}`)} or exists (select from activity
      where business_id = ${businessId} and kind = 'member_ended' and subject_user_id = ${userId}
        and created_at > ${since}) as is_or_was`.execute(db);
  return rows[0]!.is_or_was;
}

export const getFounderName = (db: DbOrTrx, businessId: number) =>
  db.selectFrom('users').select(['name', 'surname']).where('id', '=', businessId).executeTakeFirstOrThrow();

export const listMembers = (db: DbOrTrx, businessId: number) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.user_id', 'members.role', 'members.joined_at', 'members.last_seen_at'])
    .select(salePlaceIds.as('sale_place_ids'))
    .select(['users.name', 'users.surname', 'users.email', 'users.language', 'users.blocked_at'])
    .where('members.business_id', '=', businessId)
    .orderBy('members.id')
    .execute();

/** Serialises changes of who is an owner. */
export const lockBusiness = (trx: Trx, id: number) =>
  trx.selectFrom('businesses').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

/** Whether the seller has paid orders not collected, and holds of buyers. */
export const findOrdersAndHolds = (
  db: DbOrTrx,
  sellerId: number,
): Promise<{ orders: boolean; holds: boolean }> =>
  db
    // One statement reads one snapshot, so a hold that becomes an order meanwhile is not missed.
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb.selectFrom('orders').select('id').where('seller_id', '=', sellerId).where('state', '=', 'paid'),
        )
        .as('orders'),
      eb
        .exists(
          eb
            .selectFrom('payments')
            .innerJoin('products', 'products.id', 'payments.product_id')
            .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
            .select('payments.id')
            .where('sale_places.seller_id', '=', sellerId)
            .where('payments.state', '=', 'pending'),
        )
        .as('holds'),
    ])
    .$narrowType<{ orders: boolean; holds: boolean }>()
    .executeTakeFirstOrThrow();

export const findBusiness = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('businesses')
    .select(['is_selling', 'suspended_at', 'suspended_by_block', 'awaits_payout_account'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The user who is written to about a business; the founder of one that has no owner. */
export async function getContactOfBusiness(db: DbOrTrx, businessId: number): Promise<number> {
  const row = await db
    .selectFrom('businesses')
    .select(contactOfBusiness(sql.ref('businesses.id')).as('user_id'))
    .where('id', '=', businessId)
    .executeTakeFirst();
  return row?.user_id ?? businessId;
}

/** Returns whether this changes it. */
export const setAwaitingPayoutAccount = async (trx: Trx, id: number, isAwaiting: boolean): Promise<boolean> =>
  (
    await trx
      .updateTable('businesses')
      .set({ awaits_payout_account: isAwaiting })
      .where('id', '=', id)
      .where('awaits_payout_account', '<>', isAwaiting)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const listBusinessIds = async (
  db: DbOrTrx,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> =>
  (
    await db
      .selectFrom('businesses')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

export const setBusiness = (trx: Trx, id: number, change: Updateable<Database['businesses']>) =>
  trx.updateTable('businesses').set(change).where('id', '=', id).execute();

/** Businesses that a user owns, those that do not sell too, with what an operator did and whether another owns them too. */
export const listOwnedBusinesses = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('members')
    .innerJoin('businesses', 'businesses.id', 'members.business_id')
    .select(['members.id as member_id', 'businesses.id', 'businesses.is_selling'])
    .select(['businesses.suspended_at', 'businesses.suspended_by_block'])
    .select(
      sql<boolean>`exists (select from members other join users on users.id = other.user_id
        where other.business_id = businesses.id and other.role = 'owner' and other.user_id <> ${userId}
          and users.blocked_at is null)`.as('has_other_owner'),
    )
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'owner')
    .orderBy('businesses.id')
    .execute();

/** Whether the user is a partner, or has been one who earned something, or still does. */
export const isPartner = async (db: DbOrTrx, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('users.is_partner', '=', true),
        eb.exists(
          eb
            .selectFrom('ledger_accounts')
            .select('ledger_accounts.id')
            .where('user_id', '=', userId)
            .where('account_kind', '=', 'partner'),
        ),
        // They are credited at the end of a month.
        eb.exists(
          eb
            .selectFrom('affiliate_shares')
            .select('affiliate_shares.id')
            .where('partner_id', '=', userId)
            .where('credit_month', 'is', null)
            .where('state', '!=', 'reversed'),
        ),
      ]),
    )
    .executeTakeFirst()) !== undefined;

export const insertMember = (trx: Trx, member: Insertable<Database['members']>) =>
  trx.insertInto('members').values(member).returning('id').executeTakeFirstOrThrow();

export const updateMemberRole = (trx: Trx, id: number, role: MemberRole, hasAllSalePlaces: boolean) =>
  trx
    .updateTable('members')
    .set({ role, has_all_sale_places: hasAllSalePlaces })
    .where('id', '=', id)
    .execute();

export const setMemberVisit = (
  db: DbOrTrx,
  { businessId, userId }: { businessId: number; userId: number },
  now: Date,
) =>
  db
    .updateTable('members')
    .set({ last_seen_at: now })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .execute();

/** Replaces the chosen sale places. */
export async function setMemberSalePlaces(trx: Trx, memberId: number, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('member_sale_places').where('member_id', '=', memberId).execute();
  if (ids.length > 0)
    await trx
      .insertInto('member_sale_places')
      .values(ids.map((id) => ({ member_id: memberId, sale_place_id: id })))
      .execute();
}

export const deleteMember = (trx: Trx, id: number) =>
  trx.deleteFrom('members').where('id', '=', id).execute();

const selectInvitations = (db: DbOrTrx) =>
  db
    .selectFrom('member_invitations as invitation')
    .innerJoin('users as inviter', 'inviter.id', 'invitation.invited_by')
    .select(['invitation.id', 'invitation.business_id', 'invitation.email', 'invitation.role'])
    .select(['invitation.has_all_sale_places', 'invitation.sale_place_ids'])
    .select(['invitation.sent_at', 'invitation.expires_at', 'invitation.language'])
    .select(['inviter.name as inviter_name', 'inviter.surname as inviter_surname']);

export const listInvitations = (db: DbOrTrx, businessId: number) =>
  selectInvitations(db).where('invitation.business_id', '=', businessId).orderBy('invitation.id').execute();

export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number];

/** Finds none after its time, or of a business that does not sell any more. */
export const findInvitation = (db: DbOrTrx, keyHash: Buffer, now: Date) =>
  selectInvitations(db)
    .innerJoin('businesses', 'businesses.id', 'invitation.business_id')
    .where('invitation.key_hash', '=', keyHash)
    .where('invitation.expires_at', '>', now)
    .where('businesses.is_selling', '=', true)
    .where('businesses.suspended_by_block', '=', false)
    .executeTakeFirst();

export const getInvitation = (db: DbOrTrx, id: number) =>
  selectInvitations(db).where('invitation.id', '=', id).executeTakeFirst();

/** An invitation of the same address is replaced; the key of its mail ends. */
export const upsertInvitation = (trx: Trx, invitation: Insertable<Database['member_invitations']>) =>
  trx
    .insertInto('member_invitations')
    .values({ ...invitation, key_hash: null })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'email']).doUpdateSet((excluded) => ({
        role: excluded.ref('excluded.role'),
        has_all_sale_places: excluded.ref('excluded.has_all_sale_places'),
        sale_place_ids: excluded.ref('excluded.sale_place_ids'),
        invited_by: excluded.ref('excluded.invited_by'),
        language: excluded.ref('excluded.language'),
        sent_at: excluded.ref('excluded.sent_at'),
        expires_at: excluded.ref('excluded.expires_at'),
        key_hash: null,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();

/** Undefined when it is no longer there. */
export const renewInvitation = (
  trx: Trx,
  { id, businessId, sentAt, expiresAt }: { id: number; businessId: number; sentAt: Date; expiresAt: Date },
) =>
  trx
    .updateTable('member_invitations')
    .set({ key_hash: null, sent_at: sentAt, expires_at: expiresAt })
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .returning('id')
    .executeTakeFirst();

/** Undefined when it is over. */
export const setInvitationKey = (db: DbOrTrx, id: number, keyHash: Buffer, now: Date) =>
  db
    .updateTable('member_invitations')
    .set({ key_hash: keyHash })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();

/** Returns false when it is no longer there: another call answered it. */
export const deleteInvitation = async (
  trx: DbOrTrx,
  { id, businessId }: { id: number; businessId: number },
): Promise<boolean> =>
  (
    await trx
      .deleteFrom('member_invitations')
      .where('id', '=', id)
      .where('business_id', '=', businessId)
      .executeTakeFirst()
  ).numDeletedRows > 0n;

/** Kept for a while after their end, so that they can be repeated. */
export const deleteOldInvitations = (db: DbOrTrx, endedBefore: Date) =>
  deleteInBatches(db, 'member_invitations', {
    by: 'expires_at',
    isDue: sql`expires_at <= ${endedBefore}`,
  });
