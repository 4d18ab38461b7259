import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../lib/problems.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FormMissing } from './form-missing.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import type { CardFormProps } from './outcome.ts';
import { type Provider, providerQuery } from './payments.api.ts';

/** The card form of each provider, fetched when it shows. */
const forms: Record<Provider, ComponentType<CardFormProps>> = {
  sandbox: lazyPart(() => import('./sandbox/card-form.tsx'), CodeMissing),
  stripe: lazyPart(() => import('./stripe/stripe-form.tsx'), CodeMissing),
};

function CodeMissing({ id, resetErrorBoundary }: CardFormProps & FallbackProps) {
  const { t } = useTranslation('errors');
  return (
    <FormMissing id={id} onRetry={resetErrorBoundary}>
      {t('failedTitle')}
    </FormMissing>
  );
}

/** The card form of whoever takes the money here. */
export function ProviderForm(props: Omit<CardFormProps, 'publishableKey'>) {
  const { data, error, refetch } = useQuery(providerQuery);
  if (error && !data) {
    return (
      <FormMissing id={props.id} onRetry={() => void refetch()}>
        {problemText(error)}
      </FormMissing>
    );
  }
  if (!data) return <FormSkeleton />;
  const Form = forms[data.provider];
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Form {...props} publishableKey={data.publishable_key} />
    </Suspense>
  );
}
