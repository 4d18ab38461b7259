import { IconCurrentLocation, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Place } from '../use-locate.ts';
import type { OfferMapState } from './use-offer-map.ts';

interface Props {
  state: OfferMapState;
  place: Place;
  /** Above the row of cards. */
  raised: boolean;
}

const NEAR_ME_ZOOM = 14;

/** Nearer, farther, and where I am. */
export function MapButtons({ state: { ref, go }, place, raised }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { position, locating, find } = place;
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current || !position) return;
    asked.current = false;
    go({ ...position, zoom: NEAR_ME_ZOOM });
  });
  const toMe = () => {
    asked.current = true;
    void find();
  };
  return (
    <div className={cx('absolute right-4 z-10 grid gap-2', raised ? 'bottom-[196px]' : 'right-6 bottom-10')}>
      <IconButton
        label={t('closer')}
        onClick={() => ref.current?.zoomIn()}
        className="shadow-2 max-sm:hidden"
      >
        <IconPlus aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('farther')}
        onClick={() => ref.current?.zoomOut()}
        className="shadow-2 max-sm:hidden"
      >
        <IconMinus aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('offers:useMyLocation')}
        aria-busy={locating || undefined}
        onClick={toMe}
        className={cx(
          'shadow-2 max-sm:size-12',
          position && 'text-info!',
          locating && '[&_svg]:animate-pulse',
        )}
      >
        <IconCurrentLocation aria-hidden="true" />
      </IconButton>
    </div>
  );
}
