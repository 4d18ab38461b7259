import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { FormMissing } from '../form-missing.tsx';
import { FormSkeleton } from '../form-skeleton.tsx';
import type { CardFormProps } from '../outcome.ts';
import { payWithStripe } from './pay-with-stripe.ts';

interface Props extends Pick<CardFormProps, 'id' | 'onPay'> {
  onRetry: () => void;
}

/** Card fields, and the wallets that this browser has. */
export function StripeFields({ id, onPay, onRetry }: Props) {
  const { t } = useTranslation('payment');
  const stripe = useStripe();
  const elements = useElements();
  const [shown, setShown] = useState<'not yet' | 'ready' | 'failed'>('not yet');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || shown !== 'ready') return;
    // What is wrong with the fields stands beside them, in Stripe's words.
    const { error } = await elements.submit();
    if (!error) onPay(payWithStripe(stripe, elements));
  };
  if (shown === 'failed') {
    return (
      <FormMissing id={id} onRetry={onRetry}>
        {t('formMissing')}
      </FormMissing>
    );
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      {shown === 'not yet' ? <FormSkeleton /> : null}
      <div className={cx(shown !== 'ready' && 'sr-only')}>
        <PaymentElement onReady={() => setShown('ready')} onLoadError={() => setShown('failed')} />
      </div>
    </form>
  );
}
