import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  Appearance,
  Stripe,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '@wopack/contract';
import { cn } from '@wopack/ui/cn.ts';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveColour } from '../../../lib/browser/theme.ts';
import { paths } from '../../../lib/paths.ts';
import { PAYMENT_TOKEN_PARAM } from '../use-payment.ts';
import {
  CardFormError,
  type CardFormProps,
  CardFormSkeleton,
  type ConfirmPayment,
  LoadingCardForm,
  type PaymentOutcome,
  scrollToForm,
} from './card-form-state.tsx';

type StripeLocale = 'pt' | 'en' | 'ru';

/** A connection that drops every packet would report no error for minutes. */
const LOAD_TIMEOUT_MS = 10_000;

/** Retrying needs a reload: the browser still waits for the first request, and another attempt would join it. */
class StripeLoadTimeoutError extends Error {}

/** Loads Stripe.js from Stripe's server; rejects after LOAD_TIMEOUT_MS. */
function loadStripeJs(publishableKey: string, locale: StripeLocale) {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, LOAD_TIMEOUT_MS, new StripeLoadTimeoutError()),
  );
  return Promise.race([loadStripe(publishableKey, { locale }), timeout]);
}

const stripeQuery = (publishableKey: string | null, locale: StripeLocale) =>
  queryOptions({
    queryKey: ['stripe', publishableKey, locale],
    queryFn: () => loadStripeJs(publishableKey ?? '', locale),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });

/** Confirms with Stripe's fields, or by a kept card. Stripe handles 3-D Secure, in place or by a redirect. */
export const payWithStripe =
  (stripe: Stripe, means: { elements: StripeElements } | { savedCard: string }): ConfirmPayment =>
  async ({ token, client_secret: clientSecret, product_id: productId }) => {
    const returnUrl = new URL(paths.offer(productId), location.origin);
    returnUrl.searchParams.set(PAYMENT_TOKEN_PARAM, token);
    try {
      const common = { clientSecret: clientSecret ?? '', redirect: 'if_required' } as const;
      const { error } = await ('savedCard' in means
        ? stripe.confirmPayment({
            ...common,
            confirmParams: { return_url: returnUrl.href, payment_method: means.savedCard },
          })
        : stripe.confirmPayment({
            ...common,
            elements: means.elements,
            confirmParams: { return_url: returnUrl.href },
          }));
      return error ? toFailedOutcome(error) : { status: 'succeeded' };
    } catch (error) {
      // No response: the card may have been charged.
      console.error(error);
      return { status: 'unknown' };
    }
  };

/** Declined by card or bank: Stripe's localised message. Otherwise the outcome is unknown. */
function toFailedOutcome({ type, code, decline_code: declineCode, message }: StripeError): PaymentOutcome {
  if (type === 'card_error' || type === 'validation_error') {
    return { status: 'failed', code: declineCode ?? code ?? type, message: message ?? '' };
  }
  return { status: 'unknown' };
}

interface Props extends Pick<CardFormProps, 'id' | 'methods' | 'onPay' | 'onEdit' | 'isFocused' | 'onAwait'> {
  onRetry: () => void;
}

/** `auto`: where device and browser have it. */
const buildWalletOptions = (methods: CardFormProps['methods']): StripePaymentElementOptions => {
  const show = (method: PaymentMethod) => (!methods || methods.includes(method) ? 'auto' : 'never');
  return { wallets: { applePay: show('apple_pay'), googlePay: show('google_pay') } };
};

/** Card fields, and the wallets of this browser. */
export function StripeFields({ id, methods, onPay, onEdit, isFocused, onAwait, onRetry }: Props) {
  const { t } = useTranslation('payment');
  const stripe = useStripe();
  const elements = useElements();
  const walletOptions = useMemo(() => buildWalletOptions(methods), [methods]);
  const [loadState, setLoadState] = useState<'not yet' | 'ready' | 'failed'>('not yet');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!stripe || !elements || loadState !== 'ready') {
      scrollToForm(form);
      return onAwait();
    }
    // Stripe shows what is missing or wrong beside its fields.
    const { error } = await elements.submit();
    if (!error) return onPay(payWithStripe(stripe, { elements }));
    scrollToForm(form);
    elements.getElement('payment')?.focus();
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
        <PaymentElement
          options={walletOptions}
          onReady={(element) => {
            setLoadState('ready');
            if (isFocused) element.focus();
          }}
          onLoadError={() => setLoadState('failed')}
          onChange={onEdit}
        />
      </div>
    </form>
  );
}

/** Stripe's own form in an iframe: card data never reaches WoPack. Its script loads when a form opens. */
export default function StripeCardForm({
  publishableKey,
  amountCents,
  capturesLater = false,
  savedCard,
  keepsCard = false,
  ...props
}: CardFormProps) {
  const { t, i18n } = useTranslation('payment');
  const locale = i18n.language as StripeLocale;
  const [attempt, setAttempt] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(stripeQuery(publishableKey, locale));
  const options = useMemo(
    (): StripeElementsOptionsMode => ({
      mode: 'payment',
      amount: amountCents,
      currency: 'eur',
      // Stripe refuses a form whose way of capturing is not the intent's.
      ...(capturesLater && { captureMethod: 'manual' }),
      // Nor one that keeps the card when the intent does not.
      ...(keepsCard && { setupFutureUsage: 'on_session' }),
      allowedPaymentMethodTypes: ['card'],
      locale,
      appearance: buildAppearance(),
    }),
    [amountCents, locale, capturesLater, keepsCard],
  );
  if (isFetching) return <LoadingCardForm id={props.id} onAwait={props.onAwait} />;
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
  if (savedCard) {
    const pay = (event: FormEvent) => {
      event.preventDefault();
      props.onPay(payWithStripe(data, { savedCard }));
    };
    return <form id={props.id} noValidate onSubmit={pay} />;
  }
  return (
    <Elements key={`${locale} ${attempt}`} stripe={data} options={options}>
      <StripeFields {...props} onRetry={() => setAttempt(attempt + 1)} />
    </Elements>
  );
}

/** Colours for the fields in Stripe's iframe, which the app's style sheets do not reach. */
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
