import { ApiError } from '@wopack/contract/client';
import { completePayment, type PaidOrder } from './payments.api.ts';

/** How a payment ended, as far as the server knows. */
export type Settled =
  | { ended: 'paid'; order: PaidOrder }
  /** Nothing was charged; it may be tried again. */
  | { ended: 'not-paid'; error: ApiError }
  /** Over for good: refunded, or its time was up. */
  | { ended: 'over'; error: ApiError }
  /** No answer yet. */
  | { ended: 'unknown' };

const PAUSES_MS = [1500, 3000, 5000];

/** Asks the server, several times when no answer comes. Asking twice never pays twice. */
export async function settle(token: string, pauses: readonly number[] = PAUSES_MS): Promise<Settled> {
  for (const pause of [...pauses, 0]) {
    try {
      return { ended: 'paid', order: await completePayment(token) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isLost(error)) return { ended: error.code === 6 ? 'not-paid' : 'over', error };
    }
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return { ended: 'unknown' };
}

/** No answer, or none that tells whether the call did its work. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
