export { createCodeTries, type EnterCode } from './codes/code-tries.ts';
export { codeColumns, codeLimits } from './codes/codes.queries.ts';
export { getCodeState, isGuess } from './codes/codes.rules.ts';
export { type CodePayer, endOfDay, findCodeErrors, insertNewCode, stopAnyCode } from './codes/codes.ts';
export { creditJobs } from './credit.jobs.ts';
export { creditReconciliation } from './credit.queries.ts';
export { creditRoutes } from './credit.routes.ts';
export { getDiscount, planParts } from './credit.rules.ts';
export { selectBusinessDiscount, selectBusinessDiscountBack } from './discounts.queries.ts';
export { endThanks } from './give/end-credit.ts';
export { getAvailableCents, getGrantedByOperators } from './give/give.queries.ts';
export { endAnyGrant, grantBySupport } from './give/give-credit.ts';
export { createGrant, endGrant } from './grants.ts';
export { creditPersonalData } from './personal-data.queries.ts';
export { findCodeOfPayment, listUsableGrants, putCodeBack } from './reserve/reserve.queries.ts';
export {
  type FormerParts,
  getPrice,
  hasParts,
  lockCodesOf,
  lockParts,
  type PlannedParts,
  planPurchase,
  type RequestedParts,
  releaseParts,
  reserveParts,
  returnCredit,
  sumUp,
  takeCreditAgain,
  toPlannedParts,
  tryCode,
  wantsParts,
} from './reserve/reserve.ts';
