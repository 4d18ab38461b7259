import { hasRight, type OperatorRight, operatorRoles } from '@wopack/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { hasOtherDecider } from '../decisions/decisions.queries.ts';
import { addSharersOfAccounts, listConcernedUsers } from './own-cases.queries.ts';

/** An operator takes the next step of what is paid: of a payout, of a run of payouts, or of a refund. */
interface NextStep {
  operatorId: number;
  subject: readonly [kind: 'payout' | 'payout_run' | 'refund', id: number];
  /** The operators of the steps before. */
  steps: readonly { changed_by: number | null }[];
  right?: OperatorRight;
}

/** Whether the step before was taken by this operator, or by one who is paid to the same bank account. */
async function isOwnStep(db: DbOrTrx, { operatorId, steps }: NextStep): Promise<boolean> {
  const ownIds = await addSharersOfAccounts(db, [operatorId]);
  return steps.some(({ changed_by }) => changed_by !== null && ownIds.includes(changed_by));
}

/**
 * Whether another operator has to take the next step: this one took the last, and somebody else can whom it does not
 * concern. Operators whom it concerns take turns, too.
 */
export const needsSecondOperator = async (db: DbOrTrx, step: NextStep): Promise<boolean> =>
  (await isOwnStep(db, step)) && (await canConfirm(db, step));

/** Whether another operator can take a step after this one: nobody whom `assertNotOwnCase` refuses. */
export async function canConfirm(
  db: DbOrTrx,
  { operatorId, subject, right = 'payouts.manage' }: NextStep,
): Promise<boolean> {
  const concernedIds = await listConcernedUsers(db, ...subject);
  return hasOtherDecider(
    db,
    operatorId,
    operatorRoles.filter((role) => hasRight(role, right)),
    [
      ...(await addSharersOfAccounts(db, [operatorId])),
      ...(concernedIds.includes(operatorId) ? [] : concernedIds),
    ],
  );
}

/** Four eyes, where there are. Returns what the audit log says of a step that one operator took after their own. */
export async function assertSecondOperator(db: DbOrTrx, step: NextStep): Promise<{ alone?: true }> {
  if (!(await isOwnStep(db, step))) return {};
  if (await canConfirm(db, step)) throw new AppError('conflict', { message: 'admin.secondOperator' });
  return { alone: true };
}
