import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { getErrorMessage, isNetworkError } from '../../lib/api/errors.ts';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';

interface Props {
  error: unknown;
  /** What is not lost, e.g. 'Your orders are still saved.' */
  reassurance?: string;
  onRetry: () => void;
  isRetrying?: boolean;
  className?: string;
}

/** Message, reassurance and a retry button. */
export function ErrorState({ error, reassurance, onRetry, isRetrying, className }: Props) {
  const { t } = useTranslation('errors');
  const isNetworkFailure = isNetworkError(error);
  return (
    <div role="alert" className={className}>
      <EmptyState
        mood="frown"
        title={isNetworkFailure ? t('offlineTitle') : t('failedTitle')}
        action={
          <Button icon={<IconRefresh aria-hidden="true" />} onClick={onRetry} loading={isRetrying}>
            {t('retry')}
          </Button>
        }
      >
        {isNetworkFailure ? t('offlineText') : getErrorMessage(error)} {reassurance}
      </EmptyState>
    </div>
  );
}
