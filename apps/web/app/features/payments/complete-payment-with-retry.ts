import { ApiError } from '@wopack/contract/client';
import { completePayment, type PaidOrder } from './payments.api.ts';

/** How a payment ended, as far as the server knows. */
export type PaymentResult =
  | { status: 'paid'; order: PaidOrder }
  /** Nothing was charged; it may be tried again. */
  | { status: 'not-paid'; error: ApiError }
  /** Over for good: refunded, or its time was up. */
  | { status: 'over'; error: ApiError }
  /** No answer yet. */
  | { status: 'unknown' };

const RETRY_DELAYS_MS = [1500, 3000, 5000];

/** Asks the server, several times when no answer comes. Asking twice never pays twice. */
export async function completePaymentWithRetry(
  token: string,
  delays: readonly number[] = RETRY_DELAYS_MS,
): Promise<PaymentResult> {
  for (const delay of [...delays, 0]) {
    try {
      return { status: 'paid', order: await completePayment(token) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isOutcomeUnknown(error)) return { status: error.code === 6 ? 'not-paid' : 'over', error };
    }
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return { status: 'unknown' };
}

/** No answer, or none that tells whether the call did its work. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
