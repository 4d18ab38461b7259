import type { LegalText } from '@wopack/domain';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { StoredVersion } from './legal-texts.rules.ts';

export const listStoredVersions = (db: DbOrTrx): Promise<StoredVersion[]> =>
  db
    .selectFrom('legal_text_versions')
    .select((eb) => [
      eb.ref('text').$castTo<LegalText>().as('text'),
      sql<string>`version::text`.as('version'),
    ])
    .select(['announced_at', 'holds_from'])
    .execute();

/** Returns false when another process was first. */
export async function insertVersions(db: DbOrTrx, versions: readonly StoredVersion[]): Promise<boolean> {
  if (versions.length === 0) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('legal_text_versions')
    .values([...versions])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === versions.length;
}

/** Two announcements of one text wait for each other. */
export const lockVersions = (trx: Trx, text: LegalText) =>
  trx
    .selectFrom('legal_text_versions')
    .select('version')
    .where('text', '=', text)
    .orderBy('version')
    .forUpdate()
    .execute();

/** Records that the user accepted the versions that hold; earlier acceptances stay. */
export const insertAcceptances = (
  trx: Trx,
  { userId, texts, now }: { userId: number; texts: readonly LegalText[]; now: Date },
) =>
  sql`
  insert into legal_text_acceptances (user_id, text, version, accepted_at)
  select ${userId}, text, version, ${now}
  from (select distinct on (text) text, version from legal_text_versions
    where text = any(${texts}::text[]) and holds_from <= ${now}
    order by text, holds_from desc, version desc) in_force
  on conflict do nothing`.execute(trx);

export const insertAcceptance = (
  trx: Trx,
  acceptance: { user_id: number; text: LegalText; version: string; accepted_at: Date },
) =>
  trx
    .insertInto('legal_text_acceptances')
    .values(acceptance)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const listAcceptances = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('legal_text_acceptances')
    .select(['text', sql<string>`version::text`.as('version'), 'accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('accepted_at')
    .orderBy('text')
    .execute();

export const listNotices = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('legal_text_notices')
    .select(['text', sql<string>`version::text`.as('version'), 'notified_at'])
    .where('user_id', '=', userId)
    .orderBy('notified_at')
    .orderBy('text')
    .execute();

export const deleteNotices = (trx: Trx, userId: number) =>
  trx.deleteFrom('legal_text_notices').where('user_id', '=', userId).execute();

/** Records that the next users by id are told of a planned version, once each. */
export async function insertNotices(
  trx: Trx,
  { text, version, now, limit }: { text: LegalText; version: string; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into legal_text_notices (user_id, text, version, notified_at)
    select id, ${text}, ${version}::date, ${now} from users
    where deleted_at is null and (${text} <> 'affiliate' or is_partner)
      and not exists (select from legal_text_notices notice
        where notice.user_id = users.id and notice.text = ${text} and notice.version = ${version}::date)
    order by id limit ${limit}
    on conflict do nothing
    returning user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}
