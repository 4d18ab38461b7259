import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { incrementVisits } from './visits.queries.ts';

/** Stores a count a day and nothing about the visitor. The answer does not reveal whether the code exists. */
export async function recordVisit(
  { db, clock, config }: Context,
  { body }: Call<typeof endpoints.recordVisit>,
) {
  await incrementVisits(db, body.ref_link.trim(), localDate(clock.now(), config.operatorTimeZone).toString());
  return { success: true, code: 0 as const };
}
