import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { getErrorMessage } from '../../../lib/api/errors.ts';
import { lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import { type PaymentProvider, providerQuery } from '../payments.api.ts';
import type { CardFormProps } from '../use-payment.ts';
import { CardFormError, CardFormSkeleton } from './card-form-state.tsx';

/** Loaded when the card form is shown. */
const cardForms: Record<PaymentProvider, ComponentType<CardFormProps>> = {
  sandbox: lazyWithErrorBoundary(() => import('./sandbox-card-form.tsx'), CardFormCodeError),
  stripe: lazyWithErrorBoundary(() => import('./stripe-card-form.tsx'), CardFormCodeError),
};

function CardFormCodeError({ id, resetErrorBoundary }: CardFormProps & FallbackProps) {
  const { t } = useTranslation('errors');
  return (
    <CardFormError id={id} onRetry={resetErrorBoundary}>
      {t('failedTitle')}
    </CardFormError>
  );
}

export function ProviderCardForm(props: Omit<CardFormProps, 'publishableKey'>) {
  const { data, error, refetch } = useQuery(providerQuery);
  if (error && !data) {
    return (
      <CardFormError id={props.id} onRetry={() => void refetch()}>
        {getErrorMessage(error)}
      </CardFormError>
    );
  }
  if (!data) return <CardFormSkeleton />;
  const CardForm = cardForms[data.provider];
  return (
    <Suspense fallback={<CardFormSkeleton />}>
      <CardForm {...props} publishableKey={data.publishable_key} />
    </Suspense>
  );
}
