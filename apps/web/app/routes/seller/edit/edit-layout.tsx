import { ApiError } from '@wopack/contract/client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { IconX } from '#icons';
import { cn } from '../../../lib/cn.ts';
import { parseId, paths } from '../../../lib/paths.ts';
import { Button, ButtonLink, iconButtonVariants } from '../../../ui/button.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';

/** Page to edit a sale place or a product, with a back link. */
export function EditLayout({
  title,
  state,
  children,
}: {
  title: string;
  state?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('seller');
  return (
    <div className="mx-auto max-w-[860px]">
      <div className="mb-5 flex items-start justify-between gap-4">
        <div className="grid min-w-0 justify-items-start gap-2">
          <h1 className="d2 break-words">{title}</h1>
          {state}
        </div>
        <Link
          to={paths.seller}
          aria-label={t('edit.close')}
          className={cn(iconButtonVariants({ variant: 'flat' }), '-mr-1 shrink-0')}
        >
          <IconX aria-hidden="true" />
        </Link>
      </div>
      <div className="grid gap-4">{children}</div>
    </div>
  );
}

export const EditCard = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-6 rounded-lg bg-surface p-4 inset-ring inset-ring-line sm:p-6">
    {title ? <h2 className="h2">{title}</h2> : null}
    {children}
  </section>
);

interface Props {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** Loading, error and not-found states of the edited item. */
export function EditFallback({ title, query: { error, isFetching, refetch } }: Props) {
  const { t } = useTranslation('seller');
  const isMissing = error instanceof ApiError && error.code === 4;
  return (
    <EditLayout title={title}>
      {isMissing ? (
        <EmptyState
          mood="asleep"
          title={t('edit.goneTitle')}
          action={<ButtonLink to={paths.seller}>{t('edit.toStore')}</ButtonLink>}
        >
          {t('edit.goneText')}
        </EmptyState>
      ) : error ? (
        <ErrorState
          error={error}
          reassurance={t('safe')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Loading className="grid gap-4">
          <Skeleton className="h-[52px]" />
          <Skeleton className="h-40" />
          <Skeleton className="h-[52px]" />
        </Loading>
      )}
    </EditLayout>
  );
}

/** Below a form; full width on phones. */
export function SaveBar({ isSaving, label }: { isSaving: boolean; label?: string }) {
  const { t } = useTranslation('seller');
  return (
    <div className="flex justify-end">
      <Button type="submit" loading={isSaving} className="max-sm:w-full sm:min-w-[200px]">
        {label ?? t('edit.save')}
      </Button>
    </div>
  );
}

/** The id in the path; null when it is none. */
export function useIdParam(): number | null {
  const { id } = useParams();
  return parseId(id);
}
