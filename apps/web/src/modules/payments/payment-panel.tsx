import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { HeldElsewhere } from './held-elsewhere.tsx';
import { MyHold } from './my-hold.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import { ProviderForm } from './provider-form.tsx';
import type { Payment } from './use-payment.ts';

const BankDialog = lazyPart(() => import('./bank-dialog.tsx'));

interface Props {
  /** Id for the card form, which pay buttons elsewhere submit. */
  form: string;
  payment: Payment;
  priceCents: number;
  /** Between the card and the button: what is paid, and the conditions. */
  children: ReactNode;
}

/** The card form with everything that can happen around it. */
export function PaymentPanel({ form, payment, priceCents, children }: Props) {
  const { t } = useTranslation('payment');
  const { hold, others, phase, question } = payment;
  return (
    <div className="grid gap-4">
      {hold ? <MyHold hold={hold} payment={payment} form={form} /> : null}
      <ProviderForm id={form} amountCents={priceCents} onPay={(confirm) => void payment.pay(confirm)} />
      <PaymentProblem payment={payment} />
      {children}
      {phase === 'checking' ? (
        <p role="status" className="text-sm text-2">
          {t('checking')}
        </p>
      ) : null}
      <HeldElsewhere holds={others} onLetGo={(other) => void payment.letGo(other)} />
      {question ? (
        <Suspense fallback={null}>
          <BankDialog amountCents={priceCents} onAnswer={question.answer} />
        </Suspense>
      ) : null}
    </div>
  );
}
