import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { problemText } from '../../lib/problems.ts';
import { FormMissing } from './form-missing.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import type { CardFormProps } from './outcome.ts';
import { type Provider, providerQuery } from './payments.api.ts';

/** The card form of each provider, fetched when it shows. */
const forms: Record<Provider, ComponentType<CardFormProps>> = {
  sandbox: lazy(() => import('./sandbox/card-form.tsx')),
  stripe: lazy(() => import('./stripe/stripe-form.tsx')),
};

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
