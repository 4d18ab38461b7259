import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../lib/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StaticMap } from '../../ui/map/static-map.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Coordinates, samePoint } from './coordinates.ts';
import type { PinMapProps } from './pin-map.tsx';
import { PlacePin } from './place-pin.tsx';
import { spotQuery } from './place-search.api.ts';

const PinMap = lazyPart(async () => {
  const [module] = await Promise.all([import('./pin-map.tsx'), i18n.loadNamespaces('map')]);
  return module;
});

interface Props extends Omit<PinMapProps, 'onMove' | 'focused'> {
  /** Missing: a place that is not to be moved. */
  onMove?: PinMapProps['onMove'];
  /** `panel` fills what it stands in, with the note on it; `box` has the note below. */
  look: 'panel' | 'box';
}

/**
 * Where the venue is: a picture of the spot that was found or typed, with the way to move its pin, and a map that moves
 * under the pin while there is no spot yet or somebody moves it. What to do stands beside it, and the city the pin is in.
 */
export function PlaceMap({ look, onMove, ...map }: Props) {
  const { t } = useTranslation('seller');
  const { point, name, type } = map;
  const [moved, setMoved] = useState<Coordinates | null>(null);
  const [asked, setAsked] = useState(false);
  const isPicture = point !== null && !(moved && samePoint(point, moved));
  const drawn =
    isPicture || !onMove ? (
      point && (
        <>
          <StaticMap
            key={`${point.latitude} ${point.longitude}`}
            latitude={point.latitude}
            longitude={point.longitude}
            alt={t('place.picture')}
          />
          <PlacePin name={name} type={type} faint={false} />
        </>
      )
    ) : (
      <Suspense fallback={<Skeleton className="h-full rounded-none!" />}>
        <PinMap
          {...map}
          focused={asked}
          onMove={(to) => {
            setMoved(to);
            onMove(to);
          }}
        />
      </Suspense>
    );
  const move = () => {
    setAsked(true);
    setMoved(point);
  };
  const note = onMove ? <PinNote point={point} onAsk={isPicture ? move : null} /> : null;
  return <Frame look={look} drawn={drawn} note={note} />;
}

function Frame({ look, drawn, note }: Pick<Props, 'look'> & { drawn: ReactNode; note: ReactNode }) {
  if (look === 'panel') {
    return (
      <div className="relative h-full overflow-hidden bg-quiet-2">
        {drawn}
        <div className="pointer-events-none absolute inset-x-10 bottom-10 rounded-md bg-raised px-4 py-2.5 shadow-2 empty:hidden [&_button]:pointer-events-auto">
          {note}
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <div className="relative aspect-[3/2] max-h-[420px] w-full overflow-hidden rounded-lg bg-quiet-2">
        {drawn}
      </div>
      {note}
    </div>
  );
}

interface NoteProps extends Pick<PinMapProps, 'point'> {
  /** Asks for the map that moves; null: it is on show. */
  onAsk: (() => void) | null;
}

function PinNote({ point, onAsk }: NoteProps) {
  const { t, i18n } = useTranslation('seller');
  const spot = useQuery({
    ...spotQuery(point ?? { latitude: 0, longitude: 0 }, i18n.language),
    enabled: point !== null,
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
      <p role="status" className="font-semibold">
        {onAsk ? t('place.isIt') : point ? t('place.isItHere') : t('place.moveMap')}
        {point && spot.data ? (
          <span className="block font-normal text-2">{t('place.pinIn', { city: spot.data.city })}</span>
        ) : null}
      </p>
      {onAsk ? (
        <button type="button" onClick={onAsk} className="link min-h-11 text-sm">
          {t('place.movePin')}
        </button>
      ) : null}
    </div>
  );
}
