import { hasMemberRight } from '@wopack/contract';
import { sql } from 'kysely';
import { readBatches } from '../../platform/db/batches.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import { anyOf } from '../../platform/performance/prepared-statements.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { setHandedOver } from '../identity/index.ts';
import { recordActivity } from './activity.queries.ts';

interface ActivityRow {
  id: string;
  business_id: number;
  kind: string;
  created_at: Date;
}

/** By the index of what a user did. */
const readActivity =
  (db: DbOrTrx, userId: number) =>
  (last: ActivityRow | null, limit: number): Promise<ActivityRow[]> =>
    db
      .selectFrom('activity')
      .select([sql<string>`id::text`.as('id'), 'business_id', 'kind', 'created_at'])
      .where('user_id', '=', userId)
      .$if(last !== null, (query) => query.where(sql<boolean>`id > ${last!.id}::bigint`))
      .orderBy('activity.id')
      .limit(limit)
      .execute();

async function* buildActivity(db: DbOrTrx, userId: number) {
  for await (const rows of readBatches(readActivity(db, userId)))
    yield rows.map(({ business_id, kind, created_at }) => ({
      business_id,
      kind,
      at: created_at.toISOString(),
    }));
}

/** In which businesses somebody acts, and whom they invited. */
export const businessPersonalData: PersonalDataHandler = {
  async export(db, { id: userId, businessIds }) {
    const memberships = await db
      .selectFrom('members')
      .select(['business_id', 'role', 'joined_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    // To addresses that only who may still invite sees.
    const managed = memberships.filter(({ role }) => hasMemberRight(role, 'members.manage'));
    const invitations = await db
      .selectFrom('member_invitations')
      .select(['business_id', 'email', 'role', 'sent_at'])
      .where('invited_by', '=', userId)
      .where(
        'business_id',
        '=',
        anyOf(
          managed.map(({ business_id }) => business_id),
          'int[]',
        ),
      )
      .orderBy('id')
      .execute();
    const counterNames = await db
      .selectFrom('counter_names')
      .select(['sale_place_id', 'name', 'created_at'])
      .where('business_id', '=', sql<number>`any(${businessIds}::int[])`)
      .orderBy('id')
      .execute();
    return {
      counter_names: counterNames.map(({ created_at, ...name }) => ({
        ...name,
        created_at: created_at.toISOString(),
      })),
      activity: buildActivity(db, userId),
      memberships: memberships.map(({ joined_at, last_seen_at, ...membership }) => ({
        ...membership,
        joined_at: joined_at.toISOString(),
        last_seen_at: last_seen_at?.toISOString() ?? null,
      })),
      invitations: invitations.map(({ sent_at, ...invitation }) => ({
        ...invitation,
        sent_at: sent_at.toISOString(),
      })),
    };
  },
  /**
   * A business that has another owner goes on with them, suspended while they are blocked; others end, and their owner
   * stays until the erasure.
   */
  async unpublish(trx, { id: userId, businessIds, blockedBusinessIds }, now) {
    const ended = await trx
      .selectFrom('members')
      .select(['business_id', 'role'])
      .where('user_id', '=', userId)
      .where('business_id', '!=', sql<number>`all(${businessIds}::int[])`)
      .execute();
    if (ended.some(({ business_id: id }) => id === userId)) await setHandedOver(trx, userId, now);
    await trx
      .updateTable('businesses')
      .set({ is_selling: false })
      .where('id', '=', sql<number>`any(${businessIds}::int[])`)
      .execute();
    await trx
      .updateTable('businesses')
      .set({ suspended_at: now, suspended_by_block: true })
      .where('id', '=', anyOf(blockedBusinessIds, 'int[]'))
      .where('is_selling', '=', true)
      .where('suspended_at', 'is', null)
      .execute();
    for (const { business_id: businessId, role } of ended)
      await recordActivity(
        trx,
        { id: userId, member: { businessId } },
        { kind: 'member_ended', memberUserId: userId, before: { role }, now },
      );
    await trx.deleteFrom('member_invitations').where('invited_by', '=', userId).execute();
    await trx
      .deleteFrom('members')
      .where('user_id', '=', userId)
      .where('business_id', '!=', sql<number>`all(${businessIds}::int[])`)
      .execute();
  },
  async erase(trx, { id: userId, businessIds }) {
    await trx.deleteFrom('members').where('user_id', '=', userId).execute();
    await trx
      .deleteFrom('counter_names')
      .where('business_id', '=', sql<number>`any(${businessIds}::int[])`)
      .execute();
    return [];
  },
};
