import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';

export const filterAuditEntries = (
  db: DbOrTrx,
  { operator_id, action, subject_kind, subject_id }: ListQuery<'AuditEntries'>,
) =>
  db
    .selectFrom('audit_entries as entry')
    .$if(operator_id !== undefined, (query) => query.where('entry.operator_id', '=', operator_id!))
    .$if(action !== undefined, (query) =>
      // Commands on the server are recorded as 'operator <command>'.
      action === 'operator'
        ? query.where('entry.action', 'like', 'operator %')
        : query.where('entry.action', '=', action!),
    )
    .$if(subject_kind !== undefined, (query) => query.where('entry.subject_kind', '=', subject_kind!))
    .$if(subject_id !== undefined, (query) => query.where('entry.subject_id', '=', subject_id!));

export const selectAuditEntries = (rows: ReturnType<typeof filterAuditEntries>) =>
  rows
    .leftJoin('users', 'users.id', 'entry.operator_id')
    .select(['entry.id', 'entry.at', 'entry.operator_id', 'entry.action', 'entry.subject_kind'])
    .select(['entry.subject_id', 'entry.reason', 'entry.request_id', 'entry.before', 'entry.after'])
    .select(fullName<string | null>('users').as('operator_name'));

export type AuditRow = RowOf<typeof selectAuditEntries>;

export interface AuditChange {
  subject?: readonly [kind: string, id: number | string] | undefined;
  before?: object | undefined;
  after?: object | undefined;
  reason?: string | undefined;
}

interface AuditEntry extends AuditChange {
  at: Date;
  /** Null: a command on the server. */
  operatorId: number | null;
  /** Name of the endpoint, or of the command. */
  action: string;
  requestId: string;
}

/** Refused codes, keys and passwords of an operator since then; null: of all. */
export const countRefusals = async (db: DbOrTrx, operatorId: number | null, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('audit_entries')
      .select(sql<number>`count(*)::int`.as('count'))
      .$if(operatorId !== null, (query) => query.where('operator_id', '=', operatorId))
      .where('at', '>', since)
      .where(sql<boolean>`after ->> 'refused' in ('code', 'key', 'password')`)
      .executeTakeFirstOrThrow()
  ).count;

/** By which call a case was decided, and what the entry is about; a report of content is named in it. */
interface DecidedCase {
  action: 'decideContentReport' | 'decideLookAlike' | 'decidePlaceClaim';
  subject: readonly [kind: string, id: number];
  contentReportId?: number;
}

export async function findCaseDecision(
  db: DbOrTrx,
  { action, subject: [kind, id], contentReportId }: DecidedCase,
): Promise<{ at: string; operator_name: string; reason: string } | null> {
  const entry = await selectAuditEntries(
    filterAuditEntries(db, { action, subject_kind: kind, subject_id: String(id) }),
  )
    .where(sql<boolean>`entry.after ->> 'decision' is not null`)
    .$if(contentReportId !== undefined, (query) =>
      query.where(sql<boolean>`entry.before ->> 'content_report' = ${String(contentReportId)}`),
    )
    .orderBy(sql`entry.id`)
    .limit(1)
    .executeTakeFirst();
  return entry
    ? { at: entry.at.toISOString(), operator_name: entry.operator_name ?? '', reason: entry.reason }
    : null;
}

/** `after` of a call that changed nothing, because the last code was too long ago. */
export const REFUSED_FOR_STEP_UP = { refused: 'step_up' };

export const insertAuditEntry = (db: DbOrTrx, { subject, before, after, ...entry }: AuditEntry) =>
  db
    .insertInto('audit_entries')
    .values({
      at: entry.at,
      operator_id: entry.operatorId,
      action: entry.action,
      subject_kind: subject?.[0] ?? '',
      subject_id: String(subject?.[1] ?? ''),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: entry.reason ?? '',
      request_id: entry.requestId,
    })
    .execute();

/** Records a command that was run on the server, which has no operator. */
export const recordCommand = (
  { clock }: Pick<Context, 'clock'>,
  db: DbOrTrx,
  command: string,
  change: AuditChange = {},
) =>
  insertAuditEntry(db, {
    ...change,
    at: clock.now(),
    operatorId: null,
    action: `operator ${command}`,
    requestId: '',
  });
