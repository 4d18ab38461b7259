export { creditReconciliation } from './credit.queries.ts';
export { getDiscount, planParts } from './credit.rules.ts';
export { createGrant, endGrant } from './grants.ts';
export { type CodeTries, createCodeTries } from './reserve/code-tries.ts';
export { getPayerOfCode, listUsableGrants, putCodeBack } from './reserve/reserve.queries.ts';
export {
  type AskedParts,
  asksForParts,
  getPrice,
  hasParts,
  lockCodesOf,
  lockParts,
  type PlannedParts,
  planPurchase,
  releaseParts,
  reserveParts,
  returnCredit,
  sumUp,
  toPlannedParts,
  tryCode,
} from './reserve/reserve.ts';
