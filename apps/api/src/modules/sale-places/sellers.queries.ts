import type { Db } from '../../platform/db/database.ts';

/** A user with the seller role whose account is not deleted. */
export const findSeller = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .leftJoin('businesses', 'businesses.user_id', 'users.id')
    .select(['users.id', 'users.created_at', 'businesses.legal_name'])
    .where('users.id', '=', id)
    .where('is_seller', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
