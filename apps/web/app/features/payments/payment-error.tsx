import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payment } from './use-payment.ts';

/** Why the payment did not go through, or that nobody knows yet. */
export function PaymentError({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payment');
  const { phase, errorMessage } = payment;
  const alertRef = useRef<HTMLDivElement>(null);
  const isShown = errorMessage !== null || phase === 'unknown';
  useEffect(() => {
    // The button may be far from the form, in the bar of a phone.
    if (isShown) alertRef.current?.scrollIntoView?.({ block: 'center', behavior: 'smooth' });
  }, [isShown]);
  return (
    <div ref={alertRef} role="alert" className="grid gap-3 empty:hidden">
      {errorMessage ? (
        <p className="flex items-start gap-2 rounded-md bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">
          <IconAlertTriangle className="size-5 shrink-0" aria-hidden="true" />
          {errorMessage}
        </p>
      ) : null}
      {phase === 'unknown' ? <p className="text-sm">{t('unknown')}</p> : null}
    </div>
  );
}
