import { readBatches } from '../../platform/db/batches.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { listGrantIdsOf } from './give/give.queries.ts';
import { endGrant } from './grants.ts';

const selectGrants = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('credit_grants')
    .leftJoin('discount_codes', 'discount_codes.id', 'credit_grants.code_id')
    .select(['credit_grants.id', 'credit_grants.source', 'credit_grants.amount_cents'])
    .select(['credit_grants.left_cents', 'credit_grants.ended_cents', 'credit_grants.order_id'])
    .select(['credit_grants.ends_at', 'credit_grants.note', 'credit_grants.created_at'])
    .select('discount_codes.code')
    .where('credit_grants.user_id', '=', userId)
    .orderBy('credit_grants.id');

type GrantRow = Awaited<ReturnType<ReturnType<typeof selectGrants>['execute']>>[number];

async function* exportGrants(db: DbOrTrx, userId: number) {
  const read = (last: GrantRow | null, limit: number) =>
    selectGrants(db, userId)
      .$if(last !== null, (query) => query.where('credit_grants.id', '>', last!.id))
      .limit(limit)
      .execute();
  for await (const rows of readBatches(read))
    yield rows.map(({ id: _, ends_at, created_at, ...row }) => ({
      ...row,
      ends_at: ends_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    }));
}

const selectUses = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('discount_uses')
    .innerJoin('discount_codes', 'discount_codes.id', 'discount_uses.code_id')
    .leftJoin('orders', 'orders.payment_id', 'discount_uses.payment_id')
    .select(['discount_uses.id', 'discount_codes.code', 'discount_uses.amount_cents'])
    .select(['orders.id as order_id', 'discount_uses.created_at'])
    .where('discount_uses.user_id', '=', userId)
    .orderBy('discount_uses.id');

type UseRow = Awaited<ReturnType<ReturnType<typeof selectUses>['execute']>>[number];

async function* exportUses(db: DbOrTrx, userId: number) {
  const read = (last: UseRow | null, limit: number) =>
    selectUses(db, userId)
      .$if(last !== null, (query) => query.where('discount_uses.id', '>', last!.id))
      .limit(limit)
      .execute();
  for await (const rows of readBatches(read))
    yield rows.map(({ id: _, created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

export const creditPersonalData: PersonalDataHandler = {
  async export(db, { id: userId, businessIds }) {
    const codes = await db
      .selectFrom('discount_codes')
      .select(['code', 'name', 'used_count', 'used_cents', 'created_at'])
      .where((eb) => eb('seller_id', '=', eb.fn.any(eb.val([...businessIds]))))
      .orderBy('id')
      .execute();
    return {
      credit: exportGrants(db, userId),
      code_uses: exportUses(db, userId),
      discount_codes: codes.map(({ created_at, ...code }) => ({
        ...code,
        created_at: created_at.toISOString(),
      })),
    };
  },
  /** Credit ends with the account; what an order brings back afterwards ends later by itself. Codes of a business end too. */
  async unpublish(trx, { id: userId, businessIds }, now) {
    await trx
      .updateTable('discount_codes')
      .set({ stopped_at: now })
      .where((eb) => eb('seller_id', '=', eb.fn.any(eb.val([...businessIds]))))
      .where('stopped_at', 'is', null)
      .execute();
    for (const grantId of await listGrantIdsOf(trx, userId)) await endGrant(trx, { grantId, now });
    await trx
      .updateTable('credit_grants')
      .set({ ends_at: now })
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .execute();
  },
  /** Grants and uses stay, because postings refer to them; their user is anonymised by then. */
  async erase(trx, { id: userId }) {
    await trx.updateTable('credit_grants').set({ note: null }).where('user_id', '=', userId).execute();
    return [];
  },
};
