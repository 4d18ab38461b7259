import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isOffline, problemText } from '../lib/problems.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface Props {
  error: unknown;
  /** What is not lost, e.g. 'Your orders are still saved.' */
  safe?: string;
  onRetry: () => void;
  retrying?: boolean;
  className?: string;
}

/** What happened, what is safe, and another try. */
export function ErrorState({ error, safe, onRetry, retrying, className }: Props) {
  const { t } = useTranslation('errors');
  const offline = isOffline(error);
  return (
    <div role="alert" className={className}>
      <EmptyState
        mood="frown"
        title={offline ? t('offlineTitle') : t('failedTitle')}
        action={
          <Button icon={<IconRefresh aria-hidden="true" />} onClick={onRetry} loading={retrying}>
            {t('retry')}
          </Button>
        }
      >
        {offline ? t('offlineText') : problemText(error)} {safe}
      </EmptyState>
    </div>
  );
}
