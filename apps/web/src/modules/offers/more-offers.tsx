import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
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
  const place = useRef<HTMLDivElement>(null);
  const waiting = !loading && !failed;

  useEffect(() => {
    if (!place.current || !waiting || !('IntersectionObserver' in window)) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: '600px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [waiting, onMore]);

  return (
    <div ref={place} className="mt-8 grid justify-items-center gap-3 text-center">
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
