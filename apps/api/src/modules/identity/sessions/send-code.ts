import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { upsertLoginCode } from '../identity.queries.ts';

const CODE_LIFETIME_MS = 600_000;

/**
 * Does the same work for known and unknown addresses, so that neither answer nor timing reveals which
 * exist.
 */
export async function sendCode(
  { db, clock, jobs }: Context,
  { body, language }: Call<typeof endpoints.sendCode>,
) {
  const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME_MS);
  await db.transaction().execute(async (trx) => {
    const { request_id: requestId } = await upsertLoginCode(trx, body.email, null, expiresAt);
    await jobs.enqueue(
      trx,
      'notifications.send-mail',
      { template: 'code', requestId, language },
      { urgent: true },
    );
  });
  return { success: true, code: 0 as const };
}
