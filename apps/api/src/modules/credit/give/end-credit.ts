import { DAY_MS, deadlineText, formatCents, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { ROWS_AT_ONCE } from '../../../platform/db/batches.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { lockUser } from '../../identity/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { endGrant } from '../grants.ts';
import { findGrant, listEndedGrantIds, listThanks, listUsersToNotify, markNotified } from './give.queries.ts';

/** So long before credit ends its owner is told. */
const NOTICE_DAYS = 7;

/** Ends all credit whose time is over; each grant by itself, under the lock of its owner. */
export async function endPastCredit({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (;;) {
    const ids = await listEndedGrantIds(db, now, ROWS_AT_ONCE);
    for (const id of ids)
      await db.transaction().execute(async (trx) => {
        const grant = await findGrant(trx, id);
        if (!grant) return;
        await lockUser(trx, grant.user_id);
        await endGrant(trx, { grantId: id, now });
      });
    if (ids.length < ROWS_AT_ONCE) return;
  }
}

/**
 * Of credit that a business gave for an order: ends what is not used and no longer earned by the order, of which money went
 * back. Returns what was used already: nobody pays it.
 */
export async function endThanks(trx: Trx, { orderId, now }: { orderId: number; now: Date }): Promise<number> {
  const grants = await listThanks(trx, orderId);
  const grantedCents = grants.reduce((sum, grant) => sum + grant.amount_cents - grant.ended_cents, 0);
  let uncovered = grantedCents - (grants[0]?.earned_cents ?? 0);
  for (const { id } of grants) {
    if (uncovered <= 0) return 0;
    uncovered -= await endGrant(trx, { grantId: id, now, maxCents: uncovered });
  }
  return Math.max(uncovered, 0);
}

/** Tells owners once that some of their credit ends within a week: how much in all, and when the first of it does. */
export async function notifyOfEnds(context: Context): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  const period = { now, until: new Date(now.getTime() + NOTICE_DAYS * DAY_MS) };
  for (;;) {
    const userIds = await listUsersToNotify(db, period, ROWS_AT_ONCE);
    for (const userId of userIds)
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, userId);
        const ending = await markNotified(trx, userId, period);
        if (ending.length === 0) return;
        const firstEnd = new Date(Math.min(...ending.map(({ ends_at: at }) => at!.getTime())));
        const cents = ending.reduce((sum, { left_cents: left }) => sum + left, 0);
        await notifyUser(context, trx, {
          userId,
          template: 'creditEnds',
          isByWopack: true,
          values: (language: Language) => ({
            amount: formatCents(cents, language),
            until: deadlineText(firstEnd, config.operatorTimeZone, language),
          }),
          url: '/account/credit',
          tag: 'credit-ends',
          until: firstEnd,
        });
      });
    if (userIds.length < ROWS_AT_ONCE) return;
  }
}
