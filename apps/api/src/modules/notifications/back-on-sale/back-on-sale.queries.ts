import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { settingsColumns } from '../settings/settings.queries.ts';

/**
 * Deletes the due checks and returns followers of the products they put back on sale: the slot has units
 * again and is the one on sale, or it sold out and its window is over. Skips followers already notified of
 * the slot or with an order of it.
 */
export const listFollowersToNotify = (trx: Trx, now: Date) =>
  trx
    .with('due', (cte) =>
      cte.deleteFrom('back_on_sale_checks').where('due_at', '<=', now).returning(['product_id', 'slot_id']),
    )
    .selectFrom('due')
    .innerJoin('products as p', (join) =>
      join.onRef('p.id', '=', 'due.product_id').on('p.state', '=', 'active'),
    )
    .leftJoin('pickup_slots as changed_slot', 'changed_slot.id', 'due.slot_id')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('pickup_slots')
          .select(['id', 'left'])
          .whereRef('product_id', '=', 'p.id')
          .where('ends_at', '>', now)
          .where(sql<boolean>`not closed`)
          .orderBy('ends_at')
          .limit(1)
          .as('slot'),
      (join) => join.on('slot.left', '>', 0),
    )
    .innerJoin('favourites', 'favourites.product_id', 'p.id')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'favourites.user_id').on('users.deleted_at', 'is', null),
    )
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.id as user_id', 'users.latitude', 'users.longitude'])
    .select((row) => row.ref('slot.id').$notNull().as('slot_id'))
    .select([settingsColumns.quietFrom, settingsColumns.quietTo])
    .distinct()
    .where(
      sql<boolean>`(due.slot_id is null or (changed_slot."left" > 0 and changed_slot.id = slot.id)
        or (changed_slot."left" = 0 and changed_slot.ends_at <= ${now}))`,
    )
    .where(sql<boolean>`settings.channel is distinct from 'none'`)
    .where(sql<boolean>`not exists (select from back_on_sale_notifications as earlier
      where earlier.user_id = users.id and earlier.slot_id = slot.id)`)
    .where(sql<boolean>`not exists (select from orders
      where orders.slot_id = slot.id and orders.user_id = users.id)`)
    .execute();

export async function insertNotifications(
  trx: Trx,
  rows: { user_id: number; slot_id: number; due_at: Date }[],
): Promise<void> {
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await sql`INSERT INTO back_on_sale_notifications (user_id, slot_id, due_at)
    SELECT user_id, slot_id, due_at
    FROM unnest(${column('user_id')}::int[], ${column('slot_id')}::int[], ${column('due_at')}::timestamptz[])
      AS new_notifications (user_id, slot_id, due_at)
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Due notifications, with whether the slot is still on sale; locked, so that each worker takes its own batch. */
export const lockDueNotifications = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom('back_on_sale_notifications as notification')
    .innerJoin('users', 'users.id', 'notification.user_id')
    .innerJoin('pickup_slots as slot', 'slot.id', 'notification.slot_id')
    .innerJoin('products as p', 'p.id', 'slot.product_id')
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .leftJoin('favourites', (join) =>
      join.onRef('favourites.user_id', '=', 'users.id').onRef('favourites.product_id', '=', 'p.id'),
    )
    .select([
      'notification.user_id',
      'notification.slot_id',
      'users.email',
      'users.language',
      settingsColumns.channel,
    ])
    .select(['p.id as product_id', 'p.name', 'place.name as place', 'place.address', 'place.time_zone'])
    .select(['slot.starts_at', 'slot.ends_at'])
    .select(
      sql<boolean>`slot."left" > 0 and not slot.closed and slot.ends_at > ${now} and p.state = 'active'
        and users.deleted_at is null and favourites.user_id is not null`.as('is_current'),
    )
    .where('notification.notified_at', 'is', null)
    .where('notification.due_at', '<=', now)
    .orderBy('notification.due_at')
    .limit(limit)
    .forUpdate('notification')
    .skipLocked()
    .execute();

interface NotificationKey {
  user_id: number;
  slot_id: number;
}

const isOneOf = (keys: readonly NotificationKey[]) =>
  sql<boolean>`(user_id, slot_id) in (select user_id, slot_id from
    unnest(${keys.map((key) => key.user_id)}::int[], ${keys.map((key) => key.slot_id)}::int[])
    as keys (user_id, slot_id))`;

export const markNotified = (trx: Trx, keys: readonly NotificationKey[], now: Date) =>
  trx.updateTable('back_on_sale_notifications').set({ notified_at: now }).where(isOneOf(keys)).execute();

/** Deleted, so that the follower can be notified the next time the slot is back on sale. */
export const deleteNotifications = (trx: Trx, keys: readonly NotificationKey[]) =>
  trx.deleteFrom('back_on_sale_notifications').where(isOneOf(keys)).execute();

/** Notifications are kept until the window is over. */
export const deleteOldNotifications = (db: DbOrTrx, before: Date) =>
  db
    .deleteFrom('back_on_sale_notifications')
    .where('slot_id', 'in', (slots) =>
      slots.selectFrom('pickup_slots').select('id').where('ends_at', '<', before),
    )
    .execute();
