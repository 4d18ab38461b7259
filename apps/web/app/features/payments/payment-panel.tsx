import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lazyWithErrorBoundary } from '../../ui/feedback/lazy-with-error-boundary.tsx';
import { ProviderCardForm } from './card-form/provider-card-form.tsx';
import { HoldNotice } from './holds/hold-notice.tsx';
import { PaymentError } from './payment-error.tsx';
import type { Hold } from './payments.api.ts';
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
        <p role="status" className="text-sm text-muted">
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

/** Packs set aside beside this one, which keep another from being paid. */
function OtherHolds({ holds, onRelease }: { holds: Hold[]; onRelease: (hold: Hold) => void }) {
  const { t } = useTranslation('payment');
  return holds.map((hold) => (
    <HoldNotice key={hold.token} hold={hold} showProductName>
      <ButtonLink size="small" to={paths.offer(hold.product_id)}>
        {t('hold.goOn')}
      </ButtonLink>
      <Button size="small" variant="ghost" onClick={() => onRelease(hold)}>
        {t('hold.letGo')}
      </Button>
    </HoldNotice>
  ));
}

/** The pack is set aside: go on, or let go. */
function CurrentHold({ hold, payment, formId }: { hold: Hold; payment: Payment; formId: string }) {
  const { t } = useTranslation('payment');
  const { phase, releaseHold } = payment;
  const canAct = phase === 'idle' || phase === 'releasing';
  const focusCardForm = () =>
    document.getElementById(formId)?.querySelector<HTMLElement>('input, iframe')?.focus();
  return (
    <HoldNotice hold={hold}>
      {canAct ? (
        <>
          <Button size="small" onClick={focusCardForm}>
            {t('hold.goOn')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            loading={phase === 'releasing'}
            onClick={() => void releaseHold(hold)}
          >
            {t('hold.letGo')}
          </Button>
        </>
      ) : null}
    </HoldNotice>
  );
}
