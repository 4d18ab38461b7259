import {
  type DecisionOutcome,
  type DecisionSubject,
  hasRight,
  type OperatorRight,
  type OperatorRole,
  operatorRoles,
} from '@wopack/contract';

/** What undoing a decision needs besides the right to decide objections: what making it needs. */
const RIGHTS_TO_REVERSE: Partial<Record<DecisionOutcome, OperatorRight>> = {
  suspended: 'sellers.suspend',
  blocked: 'users.manage',
  payouts_held: 'sellers.hold_payouts',
};

/** Roles that can uphold or reverse a decision. */
export function listReversingRoles({
  outcome,
  subject_kind: subjectKind,
}: {
  outcome: DecisionOutcome;
  subject_kind: DecisionSubject;
}): OperatorRole[] {
  const isKeptSeller = outcome === 'kept' && subjectKind === 'seller';
  const right = isKeptSeller ? 'sellers.suspend' : RIGHTS_TO_REVERSE[outcome];
  return operatorRoles.filter(
    (role) => hasRight(role, 'content_reports.decide') && (!right || hasRight(role, right)),
  );
}
