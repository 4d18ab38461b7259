import type { DecisionOutcome, DecisionSubject, ObjectionOutcome, OperatorRole } from '@wopack/contract';
import { type Insertable, sql } from 'kysely';
import { updateInBatches } from '../../../platform/db/batches.ts';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName } from '../lists/lists.queries.ts';

export const insertDecision = async (
  trx: Trx,
  decision: Insertable<Database['decisions']>,
): Promise<number> =>
  (await trx.insertInto('decisions').values(decision).returning('id').executeTakeFirstOrThrow()).id;

const decisionColumns = [
  'decisions.id',
  'decisions.created_at',
  'decisions.operator_id',
  'decisions.user_id',
  'decisions.language',
  'decisions.role',
  'decisions.subject_kind',
  'decisions.subject_id',
  'decisions.subject_name',
  'decisions.outcome',
  'decisions.amount_cents',
  'decisions.reason',
  'decisions.objection',
  'decisions.objected_at',
  'decisions.objection_outcome',
  'decisions.objection_reason',
  'decisions.objection_decided_at',
  'decisions.content_report_id',
  'decisions.decided_alone',
  'decisions.objection_decided_alone',
] as const;

export const findDecision = (db: DbOrTrx, id: number) =>
  db.selectFrom('decisions').select(decisionColumns).where('decisions.id', '=', id).executeTakeFirst();

export type DecisionRow = NonNullable<Awaited<ReturnType<typeof findDecision>>>;

export const lockDecision = (trx: Trx, id: number) =>
  trx
    .selectFrom('decisions')
    .select(decisionColumns)
    .where('decisions.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * The address of a decision's reader, and whether they have proved it; null when the account is deleted, unless by this
 * decision.
 */
export async function findRecipient(
  db: DbOrTrx,
  id: number,
): Promise<{ email: string; is_proved: boolean } | null> {
  const row = await db
    .selectFrom('decisions')
    .leftJoin('users', 'users.id', 'decisions.user_id')
    .select(['decisions.email', 'decisions.outcome', 'users.email as user_email'])
    .select(['users.deleted_at', 'users.erased_at', 'users.email_verified_at'])
    .where('decisions.id', '=', id)
    .executeTakeFirst();
  if (!row || row.erased_at || (row.deleted_at && row.outcome !== 'deleted')) return null;
  const email = row.user_email ?? row.email;
  return email === null ? null : { email, is_proved: row.email_verified_at !== null };
}

/** The newest decision on a subject, among some outcomes, that came after another one. */
export const findLaterOutcome = async (
  db: DbOrTrx,
  {
    id,
    subjectKinds,
    subjectId,
  }: { id: number; subjectKinds: readonly DecisionSubject[]; subjectId: number },
  outcomes: readonly DecisionOutcome[],
): Promise<DecisionOutcome | undefined> =>
  (
    await db
      .selectFrom('decisions')
      .select('outcome')
      .where('subject_kind', 'in', subjectKinds)
      .where('subject_id', '=', subjectId)
      .where('role', '=', 'affected')
      .where('outcome', 'in', outcomes)
      .where('id', '>', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.outcome;

export const saveObjection = (trx: Trx, id: number, objection: string, now: Date) =>
  trx.updateTable('decisions').set({ objection, objected_at: now }).where('id', '=', id).execute();

export const saveObjectionOutcome = (
  trx: Trx,
  id: number,
  outcome: {
    objection_operator_id: number;
    objection_outcome: ObjectionOutcome;
    objection_reason: string;
    objection_decided_at: Date;
    objection_decided_alone: boolean;
  },
) => trx.updateTable('decisions').set(outcome).where('id', '=', id).execute();

/** Whether an operator with one of these roles, other than this one and some others, can enter and decide. */
export const hasOtherDecider = async (
  db: DbOrTrx,
  operatorId: number,
  roles: readonly OperatorRole[],
  exceptIds: readonly number[] = [],
): Promise<boolean> =>
  (await db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select('operators.user_id')
    .where(sql<boolean>`operators.user_id <> all(${[operatorId, ...exceptIds]}::int[])`)
    .where('operators.role', '=', sql<OperatorRole>`any(${roles}::text[])`)
    .where('operators.totp_confirmed_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether an objection is left to another operator, because this one made the decision. */
export const waitsForOtherDecider = async (
  db: DbOrTrx,
  decision: Pick<DecisionRow, 'operator_id'>,
  {
    operatorId,
    roles,
    concernedIds,
  }: { operatorId: number; roles: readonly OperatorRole[]; concernedIds: readonly number[] },
): Promise<boolean> =>
  decision.operator_id === operatorId &&
  hasOtherDecider(db, operatorId, roles, concernedIds.includes(operatorId) ? [] : concernedIds);

export const getRecipientLanguage = async (db: DbOrTrx, userId: number): Promise<string> =>
  (await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirstOrThrow())
    .language;

export const filterObjections = (db: DbOrTrx, { state }: ListQuery<'Objections'>) =>
  db
    .selectFrom('decisions')
    .where('decisions.objected_at', 'is not', null)
    .$if(state === 'open', (query) => query.where('decisions.objection_decided_at', 'is', null))
    .$if(state === 'decided', (query) => query.where('decisions.objection_decided_at', 'is not', null));

export const selectObjections = (rows: ReturnType<typeof filterObjections>) =>
  rows
    .leftJoin('users', 'users.id', 'decisions.user_id')
    .leftJoin('users as operator', 'operator.id', 'decisions.operator_id')
    .select(decisionColumns)
    .select(fullName<string | null>('users').as('user_name'))
    .select(fullName<string | null>('operator').as('operator_name'));

/** Addresses and words of reporters without an account, once nothing is open and no objection is possible any more. */
export async function eraseGuestsBefore(db: DbOrTrx, before: Date): Promise<void> {
  await updateInBatches(db, 'content_reports', sql`reporter_email = NULL, text = ''`, {
    by: 'decided_at',
    isDue: sql`reporter_email IS NOT NULL AND decided_at < ${before}`,
  });
  await updateInBatches(db, 'decisions', sql`email = NULL`, {
    by: 'created_at',
    isDue: sql`email IS NOT NULL AND created_at < ${before}
      AND (objected_at IS NULL OR objection_decided_at < ${before})`,
  });
}
