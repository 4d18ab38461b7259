import { MB_WAY_CONFIRM_MS } from '@wopack/domain';

/** How a request that nobody paid by ended; withdrawn: by the buyer, or by another purchase of the same hold. */
export type MbWayEnd = 'refused' | 'expired' | 'withdrawn';

/** Says in the provider's terms that nobody answered in time. */
const TIMEOUT_CODES = ['payment_method_provider_timeout', 'payment_intent_payment_attempt_expired'];

const PREFIX = 'mb_way_';

const ENDS: readonly MbWayEnd[] = ['refused', 'expired', 'withdrawn'];

export const getConfirmUntil = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + MB_WAY_CONFIRM_MS);

/** `failure`: what the provider says of the request. */
export function getMbWayEnd(failure: string | null, requestedAt: Date, now: Date): MbWayEnd {
  if (failure === null) return now >= getConfirmUntil(requestedAt) ? 'expired' : 'withdrawn';
  return TIMEOUT_CODES.includes(failure) ? 'expired' : 'refused';
}

/** As `failure_code` of the hold, which goes on. */
export const toFailureCode = (end: MbWayEnd): string => `${PREFIX}${end}`;

/** Expects a hold whose last request has ended, or that had none. */
export const readMbWayEnd = (failureCode: string | null): MbWayEnd =>
  ENDS.find((end) => toFailureCode(end) === failureCode) ?? 'withdrawn';
