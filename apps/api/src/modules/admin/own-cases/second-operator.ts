import { hasRight, type OperatorRight, operatorRoles } from '@wopack/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { hasOtherDecider } from '../decisions/decisions.queries.ts';

interface Step {
  /** Who gets the money. */
  user_id: number;
  /** Operator of the step before. */
  changed_by: number | null;
}

const PAYOUT_RIGHT: OperatorRight = 'payouts.manage';

/** Whether another operator has to take the next step: this one took the last, and somebody else can. */
export async function needsSecondOperator(
  db: DbOrTrx,
  operatorId: number,
  steps: readonly Step[],
): Promise<boolean> {
  if (!steps.some(({ changed_by }) => changed_by === operatorId)) return false;
  return hasOtherDecider(
    db,
    operatorId,
    operatorRoles.filter((role) => hasRight(role, PAYOUT_RIGHT)),
    steps.map(({ user_id }) => user_id),
  );
}

/** Four eyes, where there are. Returns what the audit log says of a step that one operator took after their own. */
export async function assertSecondOperator(
  db: DbOrTrx,
  operatorId: number | undefined,
  steps: readonly Step[],
): Promise<{ alone?: true }> {
  if (operatorId === undefined) return {};
  if (await needsSecondOperator(db, operatorId, steps))
    throw new AppError('conflict', { message: 'admin.secondOperator' });
  return steps.some(({ changed_by }) => changed_by === operatorId) ? { alone: true } : {};
}
