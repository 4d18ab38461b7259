import { Elements } from '@stripe/react-stripe-js';
import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/field-frame.tsx';
import { FormSkeleton } from '../form-skeleton.tsx';
import type { CardFormProps } from '../outcome.ts';
import { appearance } from './appearance.ts';
import { StripeFields } from './stripe-fields.tsx';

/** Stripe's own form: what is typed never reaches us. Its script comes only when a form opens. */
export default function StripeForm({ publishableKey, amountCents, ...props }: CardFormProps) {
  const { t, i18n } = useTranslation(['payment', 'errors']);
  const locale = i18n.language as 'pt' | 'en' | 'ru';
  const { data, error, refetch } = useQuery({
    queryKey: ['stripe', publishableKey, locale],
    queryFn: () => loadStripe(publishableKey ?? '', { locale }),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: 1,
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
  if (error) {
    return (
      <div className="flex flex-wrap items-center gap-x-4">
        <FieldError>{t('formMissing')}</FieldError>
        <button type="button" onClick={() => void refetch()} className="link min-h-11 text-sm">
          {t('errors:retry')}
        </button>
      </div>
    );
  }
  if (!data) return <FormSkeleton />;
  return (
    <Elements key={locale} stripe={data} options={options}>
      <StripeFields {...props} />
    </Elements>
  );
}
