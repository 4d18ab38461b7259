import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Payment } from './use-payment.ts';

/** What the way back from a bank's page carries: our token, and what the provider adds to it. */
export const RETURN = 'payment';
const added = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'];

/** Some banks ask on a page of their own. Whoever comes back from there goes on where they left. */
export function useReturn({ comeBack }: Payment): void {
  const [params, setParams] = useSearchParams();
  const token = params.get(RETURN);
  useEffect(() => {
    if (!token) return;
    setParams(
      (before) => {
        for (const name of [RETURN, ...added]) before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    void comeBack(token);
  }, [token, setParams, comeBack]);
}
