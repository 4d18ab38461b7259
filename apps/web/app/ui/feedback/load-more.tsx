import { useTranslation } from 'react-i18next';
import { useInView } from '../../lib/browser/use-in-view.ts';
import { Button } from '../button.tsx';

interface Props {
  /** What is known of the next page; a query without an end is one. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
  };
  /** On the button. */
  moreLabel: string;
  /** Said when the next page did not come. */
  errorMessage: string;
}

/**
 * The end of what is there of a list: the next page comes by itself shortly before it is reached, or by a press. After
 * a failure only a press tries again.
 */
export function LoadMore({ query, moreLabel, errorMessage }: Props) {
  const { t } = useTranslation('errors');
  const loadNextPage = () => void query.fetchNextPage({ cancelRefetch: false });
  const hasFailed = query.isFetchNextPageError;
  const endRef = useInView(loadNextPage, query.hasNextPage && !query.isFetchingNextPage && !hasFailed);
  if (!query.hasNextPage) return null;
  return (
    <div ref={endRef} className="mt-6 grid justify-items-center gap-3 text-center print:hidden">
      {hasFailed ? (
        <p role="alert" className="text-muted">
          {errorMessage}
        </p>
      ) : null}
      <Button variant="soft" loading={query.isFetchingNextPage} onClick={loadNextPage}>
        {hasFailed ? t('retry') : moreLabel}
      </Button>
    </div>
  );
}
