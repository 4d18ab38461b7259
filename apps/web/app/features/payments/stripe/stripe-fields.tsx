import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { paths } from '../../../lib/paths.ts';
import { CardFormError } from '../card-form/card-form-error.tsx';
import { CardFormSkeleton } from '../card-form/card-form-skeleton.tsx';
import type { CardFormProps, ConfirmPayment, PaymentOutcome } from '../payment-outcome.ts';
import { PAYMENT_TOKEN_PARAM } from '../use-resume-after-redirect.ts';

/** Pays with what stands in Stripe's fields. The bank's question is asked by Stripe, here or on a page of the bank. */
export const payWithStripe =
  (stripe: Stripe, elements: StripeElements): ConfirmPayment =>
  async ({ token, client_secret: clientSecret, product_id: productId }) => {
    const returnUrl = new URL(paths.offer(productId), location.origin);
    returnUrl.searchParams.set(PAYMENT_TOKEN_PARAM, token);
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret: clientSecret ?? '',
        confirmParams: { return_url: returnUrl.href },
        redirect: 'if_required',
      });
      return error ? toFailedOutcome(error) : { status: 'succeeded' };
    } catch (error) {
      // Broken on the way: the card may have been charged.
      console.error(error);
      return { status: 'unknown' };
    }
  };

/** Refused by card or bank: in Stripe's words, which are in the person's language. Else nobody knows. */
function toFailedOutcome({ type, code, decline_code: declineCode, message }: StripeError): PaymentOutcome {
  if (type === 'card_error' || type === 'validation_error') {
    return { status: 'failed', code: declineCode ?? code ?? type, message: message ?? '' };
  }
  return { status: 'unknown' };
}

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
