import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Payment } from './use-payment.ts';

/** What the way back from a bank's page carries: our token, and what the provider adds to it. */
export const PAYMENT_TOKEN_PARAM = 'payment';
const providerParams = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'];

/** Some banks ask on a page of their own. Whoever comes back from there goes on where they left. */
export function useResumeAfterRedirect({ resumeAfterRedirect }: Payment): void {
  const [params, setParams] = useSearchParams();
  const token = params.get(PAYMENT_TOKEN_PARAM);
  useEffect(() => {
    if (!token) return;
    setParams(
      (current) => {
        for (const name of [PAYMENT_TOKEN_PARAM, ...providerParams]) current.delete(name);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
    void resumeAfterRedirect(token);
  }, [token, setParams, resumeAfterRedirect]);
}
