import { type ComponentType, lazy, Suspense } from 'react';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { CardFormProps } from './outcome.ts';
import type { Provider } from './payments.api.ts';

/** The card form of each provider this page can pay with, fetched when it shows. */
const forms: Partial<Record<Provider, ComponentType<CardFormProps>>> = {
  sandbox: lazy(() => import('./sandbox/card-form.tsx')),
};

export const canPayWith = (provider: Provider): boolean => provider in forms;

export function ProviderForm({ provider, ...props }: CardFormProps & { provider: Provider }) {
  const Form = forms[provider];
  if (!Form) return null;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Form {...props} />
    </Suspense>
  );
}

const FormSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-[78px]" />
    <div className="grid grid-cols-2 gap-3.5">
      <Skeleton className="h-[78px]" />
      <Skeleton className="h-[78px]" />
    </div>
  </Loading>
);
