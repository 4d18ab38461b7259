import { useTranslation } from 'react-i18next';
import { useReached } from '../lib/use-reached.ts';
import { Button } from './button.tsx';

interface Props {
  /** What is known of the next page; a query without an end is one. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
  };
  /** On the button. */
  more: string;
  /** Said when the next page did not come. */
  failed: string;
}

/**
 * The end of what is there of a list: the next page comes by itself shortly before it is reached, or by a press. After
 * a failure only a press tries again.
 */
export function ListEnd({ list, more, failed }: Props) {
  const { t } = useTranslation('errors');
  const load = () => void list.fetchNextPage({ cancelRefetch: false });
  const hasFailed = list.isFetchNextPageError;
  const end = useReached(load, list.hasNextPage && !list.isFetchingNextPage && !hasFailed);
  if (!list.hasNextPage) return null;
  return (
    <div ref={end} className="mt-6 grid justify-items-center gap-3 text-center print:hidden">
      {hasFailed ? (
        <p role="alert" className="text-2">
          {failed}
        </p>
      ) : null}
      <Button look="soft" loading={list.isFetchingNextPage} onClick={load}>
        {hasFailed ? t('retry') : more}
      </Button>
    </div>
  );
}
