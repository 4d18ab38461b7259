import { Elements } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveColour } from '../../../lib/browser/resolve-colour.ts';
import { CardFormError } from '../card-form/card-form-error.tsx';
import { CardFormSkeleton } from '../card-form/card-form-skeleton.tsx';
import type { CardFormProps } from '../payment-outcome.ts';
import { StripeFields } from './stripe-fields.tsx';

/** A line that is silent would say nothing for minutes. */
const LOAD_TIMEOUT_MS = 10_000;

/** Nothing came in time. The browser still waits, and another try on the same page would wait with it. */
class StripeLoadTimeoutError extends Error {}

/** Stripe.js from Stripe, or an error in time. */
function loadStripeJs(publishableKey: string, locale: 'pt' | 'en' | 'ru') {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, LOAD_TIMEOUT_MS, new StripeLoadTimeoutError()),
  );
  return Promise.race([loadStripe(publishableKey, { locale }), timeout]);
}

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

/** Our colours for the fields in Stripe's frame, which no style sheet of ours reaches. */
function buildAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);

  return {
    theme: style.colorScheme.includes('dark') ? 'night' : 'stripe',
    variables: {
      colorPrimary: resolveColour('--color-primary'),
      colorBackground: resolveColour('--color-surface'),
      colorText: resolveColour('--color-text'),
      colorTextSecondary: resolveColour('--text-color-muted'),
      colorTextPlaceholder: resolveColour('--text-color-hint'),
      colorDanger: resolveColour('--color-danger'),
      fontFamily: 'Onest, system-ui, "Segoe UI", Roboto, sans-serif',
      borderRadius: '14px',
      spacingUnit: '4px',
    },
    rules: { '.Input': { border: `1.5px solid ${resolveColour('--color-line-strong')}`, boxShadow: 'none' } },
  };
}
