import { type CaseKind, hasRight, type OperatorRight, operatorRoles } from '@wopack/contract';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { listPayoutsOfRun } from '../../ledger/index.ts';
import { hasOtherDecider } from '../decisions/decisions.queries.ts';
import { findPayoutStep, findRefundStep } from './own-cases.queries.ts';

interface Step {
  /** Who gets the money. */
  user_id: number;
  /** Operator of the step before. */
  changed_by: number | null;
}

/**
 * Whether another operator has to take the next step: this one took the last, and somebody else can whom it does not
 * concern. Operators whom it concerns take turns, too.
 */
export async function needsSecondOperator(
  db: DbOrTrx,
  operatorId: number,
  steps: readonly Step[],
  right: OperatorRight,
): Promise<boolean> {
  if (!steps.some(({ changed_by }) => changed_by === operatorId)) return false;
  return canConfirm(db, operatorId, steps, right);
}

/** Whether another operator can take a step after this one. */
export function canConfirm(
  db: DbOrTrx,
  operatorId: number,
  steps: readonly Step[],
  right: OperatorRight,
): Promise<boolean> {
  const paidIds = steps.map(({ user_id }) => user_id);
  return hasOtherDecider(
    db,
    operatorId,
    operatorRoles.filter((role) => hasRight(role, right)),
    paidIds.includes(operatorId) ? [] : paidIds,
  );
}

/** Four eyes, where there are. Returns what the audit log says of a step that one operator took after their own. */
export async function assertSecondOperator(
  db: DbOrTrx,
  operatorId: number | undefined,
  steps: readonly Step[],
  right: OperatorRight = 'payouts.manage',
): Promise<{ alone?: true }> {
  if (operatorId === undefined) return {};
  if (await needsSecondOperator(db, operatorId, steps, right))
    throw new AppError('conflict', { message: 'admin.secondOperator' });
  return steps.some(({ changed_by }) => changed_by === operatorId) ? { alone: true } : {};
}

/** The last steps of what a subject of the console pays. */
export async function findSteps(db: DbOrTrx, [kind, id]: readonly [CaseKind, number]): Promise<Step[]> {
  if (kind === 'payout_run')
    return (await listPayoutsOfRun(db, id)).filter(({ state }) => state !== 'returned');
  const step =
    kind === 'payout'
      ? await findPayoutStep(db, id)
      : kind === 'refund'
        ? await findRefundStep(db, id)
        : undefined;
  return step ? [step] : [];
}
