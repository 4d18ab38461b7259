import { getLocale } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { IconMapPinFilled } from '@wopack/ui/icons';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import { type CSSProperties, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import type { Position } from '../../../lib/browser/position.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useLayoutOptions } from '../../../lib/layout-options.tsx';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { isOverlapping, type PixelBox, toObstacle } from '../../../ui/map/pixels.ts';
import type { OfferFilters } from '../filters/offer-filters.ts';
import type { UserLocation } from '../filters/user-location.tsx';
import type { MapCluster } from '../offers.api.ts';
import {
  MapControls,
  type MapControlsPlace,
  MapFilters,
  MapPanel,
  SearchHereButton,
} from './map-controls.tsx';
import { OfferCarousel } from './offer-carousel.tsx';
import { PriceMarker, SalePlacePopup } from './price-marker.tsx';
import { clusterBox, clusterSize, declutter, getCoveredBoxes, pinBox } from './state/declutter.ts';
import { useAimedPin } from './state/use-aimed-pin.ts';
import { useHeldMarkers } from './state/use-held-markers.ts';
import { useOfferMap } from './state/use-offer-map.ts';
import { useOverlays } from './state/use-overlays.ts';

interface Props {
  /** Heading of the page. */
  heading: string;
  filters: OfferFilters;
  userLocation: UserLocation;
  city: { latitude: number | null; longitude: number | null } | undefined;
}

/** The offers on a map: beside the list from 62 rem, under a row of cards below. */
export default function OfferMap({ heading, filters, userLocation, city }: Props) {
  const hasSidePanel = useMediaQuery('(min-width: 62rem)');
  useLayoutOptions({ fullHeight: true, compactMenu: true });
  const state = useOfferMap({ filters, position: userLocation.position, city });
  const { selectedId, highlightedId, select, flyTo, ref, camera, salePlaces } = state;
  const { zoom, textSize } = camera;
  const arrangement = useMemo(
    () =>
      declutter({ salePlaces, clusters: state.clusters }, { zoom, textSize }, [selectedId, highlightedId]),
    [salePlaces, state.clusters, zoom, textSize, selectedId, highlightedId],
  );
  const {
    markers: { pins, clusters },
    isHeld,
    hold,
  } = useHeldMarkers(arrangement);
  const { startMove, endMove, findPin } = useAimedPin(pins, camera);
  const startPress = () => {
    hold();
    // A marker that moves on would not be under the finger any more.
    ref.current?.getMap().stop();
  };
  const [mapRef, { overlays, cardsHeight, isLow }] = useOverlays();
  const coveredBoxes = getCoveredBoxes(camera, overlays);
  // The keyboard still reaches them.
  const hideIfCovered = (box: PixelBox) =>
    !isHeld && coveredBoxes.some((covered) => isOverlapping(covered, box))
      ? 'pointer-events-none grid opacity-0 focus-within:opacity-100'
      : 'grid';
  const zoomToCluster = (position: { longitude: number; latitude: number }) =>
    flyTo({ ...position, zoom: Math.min(19, (ref.current?.getZoom() ?? 12) + 2) });
  const renderSearchButton = (className: string) =>
    state.isMoved ? (
      <SearchHereButton
        loading={state.map.isFetching}
        onPress={() => state.searchHere()}
        className={className}
      />
    ) : null;
  const renderControls = (place: MapControlsPlace) =>
    state.isUnavailable ? null : <MapControls state={state} userLocation={userLocation} place={place} />;
  return (
    <div className="flex min-h-0 flex-1 overflow-hidden">
      {hasSidePanel ? (
        <MapPanel heading={heading} filters={filters} userLocation={userLocation} state={state} />
      ) : null}
      <div
        ref={mapRef}
        style={
          {
            '--map-note-inset': hasSidePanel ? '24px auto auto 24px' : `auto auto ${cardsHeight + 8}px 16px`,
          } as CSSProperties
        }
        className={cn(
          'relative min-w-0 flex-1 [&_canvas]:-outline-offset-4! [&_.maplibregl-ctrl-attrib]:bg-raised! [&_.maplibregl-ctrl-attrib]:text-muted [&_.maplibregl-ctrl-attrib_a]:text-muted!',
          // The filters need its room.
          isLow && !hasSidePanel && '[&_[data-overlay=note]]:hidden',
        )}
      >
        {hasSidePanel ? null : (
          // One below the other, so that none covers another, however large the text.
          <div className="pointer-events-none absolute inset-0 z-10 flex flex-col">
            <MapFilters
              heading={heading}
              filters={filters}
              userLocation={userLocation}
              isLow={isLow}
              controls={isLow ? renderControls('row') : null}
            >
              {renderSearchButton('mx-auto mt-2 flex!')}
            </MapFilters>
            {isLow ? null : renderControls('column')}
            <OfferCarousel state={state} />
          </div>
        )}
        <MapCanvas
          ref={ref}
          view={state.view}
          onLoad={state.onLoad}
          onMoveStart={startMove}
          onMove={(event) => {
            endMove();
            state.onMove(event);
          }}
          onUnavailable={state.onUnavailable}
          obstacles={[
            ...clusters.map((cluster) => toObstacle(cluster, clusterBox(cluster, zoom), zoom)),
            ...pins.map(({ salePlace, offset }) =>
              toObstacle(salePlace, pinBox(salePlace, camera, offset), zoom),
            ),
          ]}
          onBackgroundPress={({ point }) => {
            const salePlace = findPin(point);
            select(salePlace?.id ?? null, salePlace);
          }}
        >
          {clusters.map((cluster) => (
            <Marker
              key={`${cluster.latitude},${cluster.longitude}`}
              longitude={cluster.longitude}
              latitude={cluster.latitude}
              style={{ zIndex: 2 }}
            >
              <div className={hideIfCovered(clusterBox(cluster, zoom))} onPointerDown={startPress}>
                <ClusterMarker cluster={cluster} onPress={() => zoomToCluster(cluster)} />
              </div>
            </Marker>
          ))}
          {pins.map(({ salePlace, offset }) => {
            const isActive = salePlace.id === selectedId || salePlace.id === highlightedId;
            return (
              <Marker
                key={salePlace.id}
                longitude={salePlace.longitude}
                latitude={salePlace.latitude}
                anchor="bottom"
                offset={offset}
                style={{ zIndex: isActive ? 4 : 3 }}
              >
                <div className={hideIfCovered(pinBox(salePlace, camera, offset))} onPointerDown={startPress}>
                  <PriceMarker
                    salePlace={salePlace}
                    selected={salePlace.id === selectedId}
                    highlighted={salePlace.id === highlightedId}
                    onPress={() => select(salePlace.id, salePlace)}
                  />
                </div>
              </Marker>
            );
          })}
          {state.hiddenSalePlace ? (
            <Marker
              {...toPoint(state.hiddenSalePlace)}
              anchor="bottom"
              style={{ zIndex: 5, pointerEvents: 'none' }}
            >
              <IconMapPinFilled className="size-11 text-brand drop-shadow-md" />
            </Marker>
          ) : null}
          {userLocation.position ? <UserMarker position={userLocation.position} /> : null}
        </MapCanvas>
        {hasSidePanel ? (
          <>
            {renderSearchButton('absolute! top-6 left-1/2 z-10 -translate-x-1/2')}
            {renderControls('corner')}
            <SalePlacePopup state={state} />
          </>
        ) : null}
      </div>
    </div>
  );
}

const toPoint = ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
  longitude,
  latitude,
});

/** The user's position. */
function UserMarker({ position }: { position: Position }) {
  const { t } = useTranslation('map');
  return (
    <Marker longitude={position.longitude} latitude={position.latitude} style={{ zIndex: 1 }}>
      <span className="grid size-12 place-items-center rounded-full bg-info/25">
        <span
          role="img"
          aria-label={t('me')}
          className="size-[22px] rounded-full border-4 border-paper bg-info shadow-resting"
        />
      </span>
    </Marker>
  );
}

/** Sale places that would overlap; a press zooms in. */
function ClusterMarker({ cluster, onPress }: { cluster: MapCluster; onPress: () => void }) {
  const { t, i18n } = useTranslation('map');
  const { formatEuros } = useFormat();
  const { count, price_from: price } = cluster;
  const size = clusterSize(count);
  return (
    <button
      type="button"
      aria-label={t('cluster', { count, price: formatEuros(price) })}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
      style={{ width: size, height: size }}
      className="grid cursor-pointer place-items-center rounded-full bg-primary font-text text-sm font-bold text-on-primary tabular-nums shadow-floating ring-4 ring-raised/70 transition-transform hover:scale-105"
    >
      {new Intl.NumberFormat(getLocale(i18n.language), {
        notation: 'compact',
        maximumFractionDigits: 1,
      }).format(count)}
    </button>
  );
}
