import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { lockOwners } from './operators/operators.queries.ts';
import { deleteReferralSigns } from './partners/partners.queries.ts';

/** Somebody may have reported with an address that is another's; only who has proved it gets what was reported so. */
const provedEmailOf = (db: DbOrTrx, userId: number) =>
  db.selectFrom('users').select('email').where('id', '=', userId).where('email_verified_at', 'is not', null);

export const adminPersonalData: PersonalDataHandler = {
  /** A deleted account operates no longer. */
  async unpublish(trx, { id: userId }) {
    const owners = await lockOwners(trx);
    if (owners.length === 1 && owners[0] === userId)
      throw new AppError('conflict', { message: 'admin.lastOwner' });
    await trx.deleteFrom('operators').where('user_id', '=', userId).execute();
  },
  async export(db, { id: userId }) {
    const rows = await db
      .selectFrom('decisions')
      .select(['created_at', 'role', 'outcome', 'subject_kind', 'subject_name', 'reason', 'objection'])
      .select(['objection_outcome', 'objection_reason'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    const reports = await db
      .selectFrom('content_reports')
      .select(['created_at', 'subject_kind', 'subject_id', 'ground', 'text', 'state'])
      .where((eb) =>
        eb.or([eb('reporter_id', '=', userId), eb('reporter_email', '=', provedEmailOf(db, userId))]),
      )
      .orderBy('id')
      .execute();
    const signs = await db
      .selectFrom('referral_signs')
      .select(['kind', 'found_at'])
      .where((eb) => eb.or([eb('partner_id', '=', userId), eb('referred_user_id', '=', userId)]))
      .orderBy('found_at')
      .orderBy('kind')
      .execute();
    return {
      content_reports: reports.map(({ created_at, ...report }) => ({
        created_at: created_at.toISOString(),
        ...report,
      })),
      referral_signs: signs.map(({ kind, found_at }) => ({ kind, found_at: found_at.toISOString() })),
      decisions: rows.map(({ created_at, ...decision }) => ({
        created_at: created_at.toISOString(),
        ...decision,
      })),
    };
  },
  /**
   * Words and names of the person, and what was written about them; that there was a decision stays for the records. Also
   * of reports that they made without an account.
   */
  async erase(trx, { id: userId }) {
    await trx
      .updateTable('decisions')
      .set({ subject_name: '' })
      .where((eb) =>
        eb.or([
          eb('user_id', '=', userId),
          eb.and([eb('subject_kind', 'in', ['user', 'seller']), eb('subject_id', '=', userId)]),
        ]),
      )
      .execute();
    const ofUser = sql<boolean>`(user_id = ${userId} or email = (select email from users where id = ${userId}))`;
    await trx.updateTable('decisions').set({ reason: '', email: null }).where(ofUser).execute();
    await trx
      .updateTable('decisions')
      .set({ objection: '' })
      .where('objection', 'is not', null)
      .where('user_id', '=', userId)
      .execute();
    await trx
      .updateTable('decisions')
      .set({ objection_reason: '' })
      .where('objection_reason', 'is not', null)
      .where('user_id', '=', userId)
      .execute();
    await trx
      .updateTable('content_reports')
      .set({ reporter_id: null, reporter_email: null, text: '' })
      .where(
        sql<boolean>`(reporter_id = ${userId} or reporter_email = (select email from users where id = ${userId}))`,
      )
      .execute();
    await deleteReferralSigns(trx, userId);
    return [];
  },
};
