import type { ActivityKind, ActivityValues, CounterPersonKind } from '@wopack/contract';
import { sql } from 'kysely';
import { type BusinessScope, isInScopeInOrder } from '../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';

/** Who acts for which business; without a user, a device or WoPack. The id of a device's actor is that of no user. */
interface ActivityActor {
  id: number | null;
  device?: { id: number } | null;
  member: { businessId: number };
}

export interface ActivityEntry {
  kind: ActivityKind;
  now: Date;
  /** When a device sent what it had noted without a connection; `now` is then the time at the counter. */
  sentAt?: Date;
  salePlaceId?: number;
  productId?: number;
  orderId?: number;
  /** The member that it is about. */
  memberUserId?: number;
  deviceId?: number;
  /** Whose address is shown as long as it is there. */
  invitationId?: number;
  /** Who acted at a device. */
  person?: { kind: CounterPersonKind; id: number } | null;
  before?: ActivityValues;
  after?: ActivityValues;
}

/** Notes what a member did, in the transaction that does it. Values are numbers and codes: nothing erases them. */
export const recordActivity = (
  trx: Trx,
  { id, device, member: { businessId } }: ActivityActor,
  {
    kind,
    now,
    sentAt,
    salePlaceId,
    productId,
    orderId,
    memberUserId,
    deviceId,
    invitationId,
    person,
    before,
    after,
  }: ActivityEntry,
) =>
  trx
    .insertInto('activity')
    .values({
      business_id: businessId,
      user_id: device ? (person?.kind === 'member' ? person.id : null) : id,
      name_id: person?.kind === 'name' ? person.id : null,
      device_id: deviceId ?? device?.id ?? null,
      kind,
      sale_place_id: salePlaceId ?? null,
      product_id: productId ?? null,
      order_id: orderId ?? null,
      subject_user_id: memberUserId ?? null,
      invitation_id: invitationId ?? null,
      old_values: before ? JSON.stringify(before) : null,
      new_values: after ? JSON.stringify(after) : null,
      created_at: now,
      sent_at: sentAt ?? null,
    })
    .execute();

export interface ActivityFilter {
  scope: BusinessScope;
  userId: number | null;
  deviceId: number | null;
  kind: ActivityKind | null;
  from: Date | null;
  before: Date | null;
}

export type ActivityRow = Awaited<ReturnType<typeof listActivityRows>>[number];

/** Newest first. */
export const listActivityRows = (
  db: DbOrTrx,
  { scope, userId, deviceId, kind, from, before }: ActivityFilter,
  { beforeId, limit }: { beforeId: string | null; limit: number },
) =>
  db
    .selectFrom('activity')
    .leftJoin('users', 'users.id', 'activity.user_id')
    .leftJoin('users as subject', 'subject.id', 'activity.subject_user_id')
    .leftJoin('member_invitations as invitation', 'invitation.id', 'activity.invitation_id')
    .select('invitation.email as invited_email')
    .leftJoin('devices', 'devices.id', 'activity.device_id')
    .select('devices.name as device_name')
    .leftJoin('counter_names', 'counter_names.id', 'activity.name_id')
    .select(['activity.name_id', 'counter_names.name as counter_name'])
    .leftJoin('sale_places', 'sale_places.id', 'activity.sale_place_id')
    .leftJoin('products', 'products.id', 'activity.product_id')
    .select(sql<string>`activity.id::text`.as('id'))
    .select(['activity.kind', 'activity.created_at', 'activity.sent_at'])
    .select(['activity.user_id', 'activity.device_id'])
    .select([
      'activity.sale_place_id',
      'activity.product_id',
      'activity.order_id',
      'activity.subject_user_id',
    ])
    .select(sql<ActivityValues | null>`activity.old_values`.as('old_values'))
    .select(sql<ActivityValues | null>`activity.new_values`.as('new_values'))
    .select(['users.name', 'users.surname', 'subject.name as subject_name'])
    .select(['subject.surname as subject_surname', 'products.name as product_name'])
    .select(['sale_places.name as place_name', 'sale_places.time_zone'])
    .where(isInScopeInOrder(scope, 'activity.business_id', 'activity.sale_place_id'))
    .$if(userId !== null, (query) => query.where('activity.user_id', '=', userId!))
    .$if(deviceId !== null, (query) => query.where('activity.device_id', '=', deviceId!))
    .$if(kind !== null, (query) => query.where('activity.kind', '=', kind!))
    .$if(from !== null, (query) => query.where('activity.created_at', '>=', from!))
    .$if(before !== null, (query) => query.where('activity.created_at', '<', before!))
    .$if(beforeId !== null, (query) => query.where(sql<boolean>`activity.id < ${beforeId}::bigint`))
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute();
