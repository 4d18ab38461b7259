import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';

/** Counts a visit of the day; does nothing for an unknown code. */
export const incrementVisits = (db: DbOrTrx, referralCode: string, day: string) =>
  sql`insert into affiliate_visits (partner_id, day, visits)
    select id, ${day}, 1 from users where referral_code = ${referralCode} and is_partner
    on conflict (partner_id, day) do update set visits = affiliate_visits.visits + 1`.execute(db);
