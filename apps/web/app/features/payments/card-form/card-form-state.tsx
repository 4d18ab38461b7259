import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The pay button may be far from the form, in the sticky bar of a phone. */
export const scrollToForm = (form: HTMLElement): void =>
  form.scrollIntoView?.({ block: 'center', behavior: 'smooth' });

interface Props {
  id: string;
  onRetry: () => void;
  /** Error message. */
  children: ReactNode;
}

/** Replaces a card form that did not load. The pay button, which submits the form by its id, retries as well. */
export function CardFormError({ id, onRetry, children }: Props) {
  const { t } = useTranslation('errors');
  const retry = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    scrollToForm(event.currentTarget);
    onRetry();
  };
  return (
    <form id={id} onSubmit={retry} className="flex flex-wrap items-center gap-x-4">
      <FieldError>{children}</FieldError>
      <button type="submit" className="link min-h-11 text-sm">
        {t('retry')}
      </button>
    </form>
  );
}

export const CardFormSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-[78px]" />
    <div className="grid grid-cols-2 gap-3.5">
      <Skeleton className="h-[78px]" />
      <Skeleton className="h-[78px]" />
    </div>
  </Loading>
);
