import { ApiError } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';

interface Props {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** No such order of mine, or no answer. */
export function OrderLoadError({ error, retrying, onRetry }: Props) {
  const { t } = useTranslation('orders');
  const isNotFound = error === null || (error instanceof ApiError && (error.code === 4 || error.code === 1));
  return (
    <div className="rounded-lg bg-raised">
      {isNotFound ? (
        <EmptyState
          mood="round"
          title={t('missing.title')}
          action={<ButtonLink to={paths.orderHistory}>{t('missing.action')}</ButtonLink>}
        >
          {t('missing.text')}
        </EmptyState>
      ) : (
        <ErrorState error={error} reassurance={t('safe')} isRetrying={retrying} onRetry={onRetry} />
      )}
    </div>
  );
}
