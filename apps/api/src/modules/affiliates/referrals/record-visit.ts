import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { incrementVisits } from './visits.queries.ts';

/** A number a day: nothing of whoever opened the link, and nothing told about whose it is. */
export async function recordVisit(
  { db, clock, config }: Context,
  { body }: Call<typeof endpoints.recordVisit>,
) {
  await incrementVisits(db, body.ref_link.trim(), localDate(clock.now(), config.operatorTimeZone).toString());
  return { success: true, code: 0 as const };
}
