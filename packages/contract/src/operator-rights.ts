export const operatorRoles = ['support', 'finance', 'catalogue', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/**
 * Rights of operators with the roles that have them; an owner has all. Endpoints name the right they need, and the
 * console shows only what its operator may open.
 */
const rolesByRight = {
  'console.use': ['support', 'finance', 'catalogue'],
  'orders.view': ['support', 'finance'],
  'orders.refund': ['support', 'finance'],
  'orders.support': ['support'],
  'problems.view': ['support', 'finance'],
  'problems.decide': ['support', 'finance'],
  'users.view': ['support', 'finance'],
  'users.support': ['support'],
  'users.manage': [],
  'sellers.view': ['support', 'finance', 'catalogue'],
  'sellers.verify': ['finance'],
  'sellers.suspend': [],
  'sellers.hold_payouts': ['finance'],
  'catalogue.view': ['support', 'catalogue'],
  'catalogue.moderate': ['catalogue'],
  'content_reports.view': ['support', 'catalogue'],
  'content_reports.decide': ['catalogue'],
  'prices.view': ['support', 'finance', 'catalogue'],
  'prices.manage': ['catalogue'],
  'ledger.view': ['finance'],
  'payouts.manage': ['finance'],
  'disputes.view': ['support', 'finance'],
  'partners.view': ['support', 'finance'],
  'tax.view': ['finance'],
  'system.view': ['support', 'finance'],
  'system.manage': ['support'],
  'operators.manage': [],
  'audit.view': [],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type OperatorRight = keyof typeof rolesByRight;
export const operatorRights = Object.keys(rolesByRight) as OperatorRight[];

export const hasRight = (role: OperatorRole, right: OperatorRight): boolean =>
  role === 'owner' || (rolesByRight[right] as readonly OperatorRole[]).includes(role);

export const listRights = (role: OperatorRole): OperatorRight[] =>
  operatorRights.filter((right) => hasRight(role, right));

/** What an operator decided; each person concerned gets a statement of reasons. */
export const decisionOutcomes = [
  'refund_nothing',
  'refund_part',
  'refund_all',
  'cancelled',
  'hidden',
  'shown',
  'kept',
  'removed',
  'suspended',
  'reinstated',
  'payouts_held',
  'payouts_released',
  'blocked',
  'unblocked',
  'deleted',
  'roles_changed',
  'channel_changed',
  'types_changed',
] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];
