import { useTranslation } from 'react-i18next';
import { useReached } from '../../lib/use-reached.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  loading: boolean;
  /** The last try failed: only a press tries again. */
  failed: boolean;
  onMore: () => void;
}

/** The end of a page: the next one comes by itself shortly before it is reached, or by a press. */
export function MoreOffers({ loading, failed, onMore }: Props) {
  const { t } = useTranslation(['offers', 'errors']);
  const end = useReached(onMore, !loading && !failed);
  return (
    <div ref={end} className="mt-8 grid justify-items-center gap-3 text-center">
      {failed ? (
        <p role="alert" className="text-2">
          {t('moreFailed')}
        </p>
      ) : null}
      <Button look="soft" loading={loading} onClick={onMore}>
        {failed ? t('errors:retry') : t('more')}
      </Button>
    </div>
  );
}
