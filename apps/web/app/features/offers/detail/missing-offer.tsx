import { ApiError } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';

interface Props {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** No such pack (any more), or no answer. */
export function MissingOffer({ error, retrying, onRetry }: Props) {
  const { t } = useTranslation(['offer', 'common']);
  const isNotFound = error === null || (error instanceof ApiError && (error.code === 4 || error.code === 1));
  return (
    <div className="gutter py-7">
      <h1 className="sr-only">{t('common:titles.offer')}</h1>
      {isNotFound ? (
        <EmptyState
          mood="round"
          title={t('notFound.title')}
          action={<ButtonLink to={paths.offers}>{t('seeOffers')}</ButtonLink>}
        >
          {t('notFound.text')}
        </EmptyState>
      ) : (
        <ErrorState error={error} isRetrying={retrying} onRetry={onRetry} />
      )}
    </div>
  );
}
