import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../lib/i18n.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PinMapProps } from './pin-map.tsx';
import { spotQuery } from './place-search.api.ts';

const PinMap = lazy(async () => {
  const [module] = await Promise.all([import('./pin-map.tsx'), i18n.loadNamespaces('map')]);
  return module;
});

interface Props extends PinMapProps {
  /** `panel` fills what it stands in, with the note on it; `box` has the note below. */
  look: 'panel' | 'box';
}

/** The map with the venue's pin, what to do with it, and the city the pin is in. */
export function PlaceMap({ look, ...map }: Props) {
  const note = map.onMove ? <PinNote point={map.point} /> : null;
  const drawn = (
    <Suspense fallback={<Skeleton className="h-full rounded-none!" />}>
      <PinMap {...map} />
    </Suspense>
  );
  if (look === 'panel') {
    return (
      <div className="relative h-full overflow-hidden bg-quiet-2">
        {drawn}
        <div className="pointer-events-none absolute inset-x-10 bottom-10 rounded-md bg-raised px-4 py-2.5 shadow-2 empty:hidden">
          {note}
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <div className="aspect-[3/2] max-h-[420px] w-full overflow-hidden rounded-lg bg-quiet-2">{drawn}</div>
      {note}
    </div>
  );
}

function PinNote({ point }: Pick<PinMapProps, 'point'>) {
  const { t, i18n } = useTranslation('seller');
  const spot = useQuery({
    ...spotQuery(point ?? { latitude: 0, longitude: 0 }, i18n.language),
    enabled: point !== null,
  });
  return (
    <p role="status" className="text-sm font-semibold">
      {point ? t('place.isItHere') : t('place.moveMap')}
      {point && spot.data ? (
        <span className="block font-normal text-2">{t('place.pinIn', { city: spot.data.city })}</span>
      ) : null}
    </p>
  );
}
