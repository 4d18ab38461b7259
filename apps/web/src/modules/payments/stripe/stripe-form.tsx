import { Elements } from '@stripe/react-stripe-js';
import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMissing } from '../form-missing.tsx';
import { FormSkeleton } from '../form-skeleton.tsx';
import type { CardFormProps } from '../outcome.ts';
import { appearance } from './appearance.ts';
import { loadStripeJs, Silence } from './load-stripe-js.ts';
import { StripeFields } from './stripe-fields.tsx';

/** Stripe's own form: what is typed never reaches us. Its script comes only when a form opens. */
export default function StripeForm({ publishableKey, amountCents, ...props }: CardFormProps) {
  const { t, i18n } = useTranslation('payment');
  const locale = i18n.language as 'pt' | 'en' | 'ru';
  const [tries, setTries] = useState(1);
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
      appearance: appearance(),
    }),
    [amountCents, locale],
  );
  if (isFetching) return <FormSkeleton />;
  if (!data) {
    return (
      <FormMissing
        id={props.id}
        onRetry={() => (error instanceof Silence ? location.reload() : void refetch())}
      >
        {t('formMissing')}
      </FormMissing>
    );
  }
  return (
    <Elements key={`${locale} ${tries}`} stripe={data} options={options}>
      <StripeFields {...props} onRetry={() => setTries(tries + 1)} />
    </Elements>
  );
}
