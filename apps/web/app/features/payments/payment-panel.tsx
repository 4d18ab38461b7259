import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithErrorBoundary } from '../../ui/feedback/lazy-with-error-boundary.tsx';
import { ProviderCardForm } from './card-form/provider-card-form.tsx';
import { CurrentHold } from './holds/current-hold.tsx';
import { OtherHolds } from './holds/other-holds.tsx';
import { PaymentError } from './payment-error.tsx';
import type { Payment } from './use-payment.ts';

const BankConfirmationDialog = lazyWithErrorBoundary(() => import('./bank-confirmation-dialog.tsx'));

interface Props {
  /** Id for the card form, which pay buttons elsewhere submit. */
  formId: string;
  payment: Payment;
  priceCents: number;
  /** Between the card and the button: what is paid, and the conditions. */
  children: ReactNode;
}

/** The card form with everything that can happen around it. */
export function PaymentPanel({ formId, payment, priceCents, children }: Props) {
  const { t } = useTranslation('payment');
  const { hold, otherHolds, phase, bankConfirmation } = payment;
  return (
    <div className="grid gap-4">
      {hold ? <CurrentHold hold={hold} payment={payment} formId={formId} /> : null}
      <ProviderCardForm id={formId} amountCents={priceCents} onPay={(confirm) => void payment.pay(confirm)} />
      <PaymentError payment={payment} />
      {children}
      {phase === 'checking' ? (
        <p role="status" className="text-sm text-2">
          {t('checking')}
        </p>
      ) : null}
      <OtherHolds holds={otherHolds} onRelease={(other) => void payment.releaseHold(other)} />
      {bankConfirmation ? (
        <Suspense fallback={null}>
          <BankConfirmationDialog amountCents={priceCents} onAnswer={bankConfirmation.answer} />
        </Suspense>
      ) : null}
    </div>
  );
}
