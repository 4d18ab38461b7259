import { useQuery } from '@tanstack/react-query';
import { TextButton } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import type { MapImage } from '../../../ui/map/map-image-renderer.tsx';
import { CentredSalePlacePin, NoStreetsNote } from '../../../ui/map/map-overlays.tsx';
import { addressQuery } from '../sale-places.api.ts';
import { type Coordinates, isSamePosition } from './coordinates.ts';
import type { PositionPickerMapProps } from './position-picker-map.tsx';

const PositionPickerMap = lazyWithErrorBoundary(() => import('./position-picker-map.tsx'));

interface Props extends Omit<PositionPickerMapProps, 'onMove' | 'focusOnLoad'> {
  /** Missing: the position cannot be changed. */
  onMove?: PositionPickerMapProps['onMove'];
  /** `panel` fills its container, with the note on the map; `box` has the note below. */
  variant: 'panel' | 'box';
  /** Why the form was not sent. */
  error?: string;
}

/**
 * Where the sale place is: an image of the position with a button to move the pin, or an interactive map while there
 * is no position or the user moves it. Shows instructions and the city of the pin.
 */
export function SalePlaceMap({ variant, error, onMove, ...mapProps }: Props) {
  const { t } = useTranslation('seller');
  const { position, name, type } = mapProps;
  const [movedPosition, setMovedPosition] = useState<Coordinates | null>(null);
  const [isMapRequested, setMapRequested] = useState(false);
  const isStatic = position !== null && !(movedPosition && isSamePosition(position, movedPosition));
  const content =
    isStatic || !onMove ? (
      position && (
        <>
          <StaticMap
            key={`${position.latitude} ${position.longitude}`}
            latitude={position.latitude}
            longitude={position.longitude}
            alt={t('place.picture')}
          />
          <CentredSalePlacePin name={name} type={type} />
        </>
      )
    ) : (
      <Suspense fallback={<Skeleton className="h-full rounded-none!" />}>
        <PositionPickerMap
          {...mapProps}
          focusOnLoad={isMapRequested}
          onMove={(nextPosition) => {
            setMovedPosition(nextPosition);
            onMove(nextPosition);
          }}
        />
      </Suspense>
    );
  const showMovableMap = () => {
    setMapRequested(true);
    setMovedPosition(position);
  };
  const note = onMove ? (
    <PinNote position={position} error={error} onRequestMap={isStatic ? showMovableMap : null} />
  ) : null;
  return <MapFrame variant={variant} content={content} note={note} />;
}

function MapFrame({
  variant,
  content,
  note,
}: Pick<Props, 'variant'> & { content: ReactNode; note: ReactNode }) {
  if (variant === 'panel') {
    return (
      <div className="relative h-full overflow-hidden bg-panel [--map-note-inset:12px_auto_auto_12px]">
        {content}
        <div className="pointer-events-none absolute inset-x-10 bottom-10 rounded-md bg-raised px-4 py-2.5 shadow-floating empty:hidden [&_button]:pointer-events-auto">
          {note}
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <div className="relative aspect-[3/2] max-h-[420px] w-full overflow-hidden rounded-lg bg-panel">
        {content}
      </div>
      {note}
    </div>
  );
}

interface PinNoteProps extends Pick<PositionPickerMapProps, 'position'> {
  error: string | undefined;
  /** Requests the interactive map; null: it is shown. */
  onRequestMap: (() => void) | null;
}

function PinNote({ position, error, onRequestMap }: PinNoteProps) {
  const { t, i18n } = useTranslation('seller');
  const address = useQuery({
    ...addressQuery(position ?? { latitude: 0, longitude: 0 }, i18n.language),
    enabled: position !== null,
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
      {error ? <FieldError>{error}</FieldError> : null}
      <p role="status" className="font-semibold">
        {onRequestMap ? t('place.isIt') : position ? t('place.isItHere') : error ? null : t('place.moveMap')}
        {position && address.data ? (
          <span className="block font-normal text-muted">
            {t('place.pinIn', { city: address.data.city })}
          </span>
        ) : null}
      </p>
      {onRequestMap ? (
        <TextButton onClick={onRequestMap} className="text-sm">
          {t('place.movePin')}
        </TextButton>
      ) : null}
    </div>
  );
}

const MapImageRenderer = lazyWithErrorBoundary(() => import('../../../ui/map/map-image-renderer.tsx'));

/** Source: docs/specification.md, Layout. */
const ZOOM = 18;
const IMAGE_SIZE = { width: 1200, height: 800 };

interface StaticMapProps {
  latitude: number;
  longitude: number;
  alt: string;
}

/** An image of a position: from the configured service, else rendered here once from the base map. */
export function StaticMap({ latitude, longitude, alt }: StaticMapProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [isRendering, setIsRendering] = useState(false);
  const [mapImage, setMapImage] = useState<MapImage | null>(null);
  const src = isRendering
    ? mapImage?.src
    : getMediaUrl(`/static-map?latitude=${latitude}&longitude=${longitude}`);
  return (
    <>
      {isLoaded ? null : <Skeleton className="absolute inset-0 rounded-none!" />}
      {src ? (
        <img
          {...IMAGE_SIZE}
          src={src}
          alt={alt}
          onLoad={() => setIsLoaded(true)}
          onError={() => setIsRendering(true)}
          className={isLoaded ? 'size-full object-cover' : 'invisible size-full'}
        />
      ) : null}
      {mapImage?.attribution ? (
        <span className="absolute right-0 bottom-0 bg-surface/70 px-1.5 py-0.5 text-xs text-text">
          {mapImage.attribution}
        </span>
      ) : null}
      {mapImage?.hasNoStreets ? (
        <NoStreetsNote className="inset-(--map-note-inset,auto_auto_32px_12px)" />
      ) : null}
      {isRendering && !mapImage ? (
        <Suspense>
          <MapImageRenderer
            latitude={latitude}
            longitude={longitude}
            zoom={ZOOM}
            {...IMAGE_SIZE}
            onRendered={setMapImage}
          />
        </Suspense>
      ) : null}
    </>
  );
}
