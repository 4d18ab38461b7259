import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { CardFormError } from '../card-form/card-form-error.tsx';
import { CardFormSkeleton } from '../card-form/card-form-skeleton.tsx';
import type { CardFormProps } from '../payment-outcome.ts';
import { payWithStripe } from './pay-with-stripe.ts';

interface Props extends Pick<CardFormProps, 'id' | 'onPay'> {
  onRetry: () => void;
}

/** Card fields, and the wallets that this browser has. */
export function StripeFields({ id, onPay, onRetry }: Props) {
  const { t } = useTranslation('payment');
  const stripe = useStripe();
  const elements = useElements();
  const [loadState, setLoadState] = useState<'not yet' | 'ready' | 'failed'>('not yet');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || loadState !== 'ready') return;
    // What is wrong with the fields stands beside them, in Stripe's words.
    const { error } = await elements.submit();
    if (!error) onPay(payWithStripe(stripe, elements));
  };
  if (loadState === 'failed') {
    return (
      <CardFormError id={id} onRetry={onRetry}>
        {t('formMissing')}
      </CardFormError>
    );
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      {loadState === 'not yet' ? <CardFormSkeleton /> : null}
      <div className={cn(loadState !== 'ready' && 'sr-only')}>
        <PaymentElement onReady={() => setLoadState('ready')} onLoadError={() => setLoadState('failed')} />
      </div>
    </form>
  );
}
