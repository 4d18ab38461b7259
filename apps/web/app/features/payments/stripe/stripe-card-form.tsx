import { Elements } from '@stripe/react-stripe-js';
import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardFormError } from '../card-form/card-form-error.tsx';
import { CardFormSkeleton } from '../card-form/card-form-skeleton.tsx';
import type { CardFormProps } from '../payment-outcome.ts';
import { loadStripeJs, StripeLoadTimeoutError } from './load-stripe-js.ts';
import { buildAppearance } from './stripe-appearance.ts';
import { StripeFields } from './stripe-fields.tsx';

/** Stripe's own form: what is typed never reaches us. Its script comes only when a form opens. */
export default function StripeCardForm({ publishableKey, amountCents, ...props }: CardFormProps) {
  const { t, i18n } = useTranslation('payment');
  const locale = i18n.language as 'pt' | 'en' | 'ru';
  const [attempt, setAttempt] = useState(1);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['stripe', publishableKey, locale],
    queryFn: () => loadStripeJs(publishableKey ?? '', locale),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
  const options = useMemo(
    (): StripeElementsOptionsMode => ({
      mode: 'payment',
      amount: amountCents,
      currency: 'eur',
      allowedPaymentMethodTypes: ['card'],
      locale,
      appearance: buildAppearance(),
    }),
    [amountCents, locale],
  );
  if (isFetching) return <CardFormSkeleton />;
  if (!data) {
    return (
      <CardFormError
        id={props.id}
        onRetry={() => (error instanceof StripeLoadTimeoutError ? location.reload() : void refetch())}
      >
        {t('formMissing')}
      </CardFormError>
    );
  }
  return (
    <Elements key={`${locale} ${attempt}`} stripe={data} options={options}>
      <StripeFields {...props} onRetry={() => setAttempt(attempt + 1)} />
    </Elements>
  );
}
