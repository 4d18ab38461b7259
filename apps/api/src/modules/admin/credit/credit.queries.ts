import type { Language } from '@wopack/domain';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { codeColumns, codeLimits } from '../../credit/index.ts';
import { isSalePlaceTyped } from '../content/content.queries.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, legalOrFullName, type RowOf } from '../lists/lists.queries.ts';

export const codeSums = { used_cents: sql<number>`discount_codes.used_cents` };

export const filterCodes = (
  db: DbOrTrx,
  { q, state, effect, of_operator: ofOperator, seller_id: sellerId }: ListQuery<'AdminCodes'>,
  now: Date,
) => {
  const isUsedUp = sql`(coalesce(used_count >= max_uses, false) or coalesce(discount_codes.used_cents >= budget_cents, false))`;
  const isLive = sql`(stopped_at is null and (ends_at is null or ends_at > ${now}))`;
  const states = {
    stopped: sql<SqlBool>`stopped_at is not null`,
    ended: sql<SqlBool>`stopped_at is null and ends_at <= ${now}`,
    planned: sql<SqlBool>`${isLive} and starts_at > ${now}`,
    used_up: sql<SqlBool>`${isLive} and starts_at <= ${now} and ${isUsedUp}`,
    running: sql<SqlBool>`${isLive} and starts_at <= ${now} and not ${isUsedUp}`,
  };
  const words = q?.trim();
  return db
    .selectFrom('discount_codes')
    .$if(Boolean(words), (query) =>
      query.where(
        sql<SqlBool>`(discount_codes.code = upper(${words}) or strpos(lower(discount_codes.name), lower(${words})) > 0)`,
      ),
    )
    .$if(state !== undefined, (query) => query.where(states[state!]))
    .$if(effect !== undefined, (query) => query.where('discount_codes.effect', '=', effect!))
    .$if(ofOperator !== undefined, (query) =>
      query.where('discount_codes.seller_id', ofOperator === 'yes' ? 'is' : 'is not', null),
    )
    .$if(sellerId !== undefined, (query) => query.where('discount_codes.seller_id', '=', sellerId!));
};

export const selectCodesIn = (rows: ReturnType<typeof filterCodes>, language: Language) =>
  rows
    .leftJoin('users as payer', 'payer.id', 'discount_codes.seller_id')
    .leftJoin('users as maker', 'maker.id', 'discount_codes.created_by')
    .select(codeColumns)
    .select(codeLimits(language))
    .select(['discount_codes.seller_id', 'discount_codes.created_by'])
    .select(legalOrFullName('payer').as('payer_name'))
    .select(fullName<string | null>('maker').as('maker_name'));

/** Names of types in English, as in files. */
export const selectCodes = (rows: ReturnType<typeof filterCodes>) => selectCodesIn(rows, 'en');

export type AdminCodeRow = RowOf<typeof selectCodes>;

export const findAdminCode = (db: DbOrTrx, id: number, now: Date, language: Language) =>
  selectCodesIn(filterCodes(db, {}, now), language)
    .where('discount_codes.id', '=', id)
    .executeTakeFirst();

export const listSalePlacesByWords = (db: DbOrTrx, words: string, limit: number) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'name', 'address'])
    .where('removed_at', 'is', null)
    .where(isSalePlaceTyped(words))
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();

export const grantSums = {
  amount_cents: sql<number>`credit_grants.amount_cents`,
  left_cents: sql<number>`credit_grants.left_cents`,
  ended_cents: sql<number>`credit_grants.ended_cents`,
};

export const filterGrants = (
  db: DbOrTrx,
  { source, user_id: userId, order_id: orderId, left }: ListQuery<'AdminGrants'>,
) =>
  db
    .selectFrom('credit_grants')
    .$if(source !== undefined, (query) => query.where('credit_grants.source', '=', source!))
    .$if(userId !== undefined, (query) => query.where('credit_grants.user_id', '=', userId!))
    .$if(orderId !== undefined, (query) => query.where('credit_grants.order_id', '=', orderId!))
    .$if(left !== undefined, (query) =>
      query.where('credit_grants.left_cents', left === 'yes' ? '>' : '=', 0),
    );

export const selectGrants = (rows: ReturnType<typeof filterGrants>) =>
  rows
    .innerJoin('users', 'users.id', 'credit_grants.user_id')
    .leftJoin('users as payer', 'payer.id', 'credit_grants.seller_id')
    .leftJoin('users as giver', 'giver.id', 'credit_grants.created_by')
    .leftJoin('discount_codes', 'discount_codes.id', 'credit_grants.code_id')
    .select(['credit_grants.id', 'credit_grants.created_at', 'credit_grants.user_id'])
    .select(['credit_grants.source', 'credit_grants.seller_id', 'credit_grants.order_id'])
    .select(['credit_grants.amount_cents', 'credit_grants.left_cents', 'credit_grants.ended_cents'])
    .select(['credit_grants.ends_at', 'credit_grants.note', 'credit_grants.created_by'])
    .select('discount_codes.code')
    .select(fullName('users').as('user_name'))
    .select(legalOrFullName('payer').as('payer_name'))
    .select(fullName<string | null>('giver').as('giver_name'));

export type AdminGrantRow = RowOf<typeof selectGrants>;
