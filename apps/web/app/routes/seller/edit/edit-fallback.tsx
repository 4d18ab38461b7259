import { ApiError } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EditLayout } from './edit-layout.tsx';

interface Props {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** While what is to be changed is on its way, did not come, or is not there. */
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
