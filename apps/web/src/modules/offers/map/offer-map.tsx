import { IconMapPinFilled } from '@tabler/icons-react';
import { Marker } from 'react-map-gl/maplibre';
import { cx } from '../../../lib/cx.ts';
import { useShell } from '../../../lib/shell.tsx';
import { useMedia, useWide } from '../../../lib/use-media.ts';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { mapHeight } from '../map-bones.tsx';
import type { OfferFilters } from '../offer-filters.ts';
import type { Place } from '../use-locate.ts';
import { clusterBox, pinBox } from './boxes.ts';
import { Carousel } from './carousel.tsx';
import { Cluster } from './cluster.tsx';
import { declutter } from './declutter.ts';
import { MapButtons } from './map-buttons.tsx';
import { MapPanel } from './map-panel.tsx';
import { MapPop } from './map-pop.tsx';
import { MapSearch } from './map-search.tsx';
import { MyDot } from './my-dot.tsx';
import { Pin } from './pin.tsx';
import { SearchHere } from './search-here.tsx';
import { useOfferMap } from './use-offer-map.ts';

interface Props {
  /** The heading of the page. */
  heading: string;
  filters: OfferFilters;
  place: Place;
  city: { latitude: number | null; longitude: number | null } | undefined;
}

/** The offers on a map: beside the list from 992 px, under a row of cards below. */
export default function OfferMap({ heading, filters, place, city }: Props) {
  const wide = useWide();
  const beside = useMedia('(min-width: 992px)');
  useShell({ fullHeight: true, compactMenu: true });
  const state = useOfferMap({ filters, position: place.position, city });
  const { selected, lit, select, go, ref } = state;
  const { places, clusters } = declutter(state, state.zoom, [selected, lit]);
  const pressCluster = (at: { longitude: number; latitude: number }) =>
    go({ ...at, zoom: Math.min(19, (ref.current?.getZoom() ?? 12) + 2) });
  return (
    <div className={cx('flex overflow-hidden', mapHeight(wide))}>
      {beside ? <MapPanel heading={heading} filters={filters} place={place} state={state} /> : null}
      <div className="relative min-w-0 flex-1 [&_canvas]:-outline-offset-4! [&_.maplibregl-ctrl-attrib]:bg-raised! [&_.maplibregl-ctrl-attrib]:text-2 [&_.maplibregl-ctrl-attrib_a]:text-2!">
        {beside ? null : <MapSearch heading={heading} filters={filters} place={place} />}
        <MapCanvas
          ref={ref}
          view={state.view}
          onLoad={state.onLoad}
          onMove={state.onMove}
          onGone={state.onGone}
          taken={(zoom) => [
            ...clusters.map((cluster) => clusterBox(cluster, zoom)),
            ...places.map((venue) => pinBox(venue, zoom)),
          ]}
          onPress={() => select(null)}
        >
          {clusters.map((cluster) => (
            <Marker
              key={`${cluster.latitude},${cluster.longitude}`}
              longitude={cluster.longitude}
              latitude={cluster.latitude}
              style={{ zIndex: 2 }}
            >
              <Cluster cluster={cluster} onPress={() => pressCluster(cluster)} />
            </Marker>
          ))}
          {places.map((venue) => {
            const on = venue.id === selected || venue.id === lit;
            return (
              <Marker
                key={venue.id}
                longitude={venue.longitude}
                latitude={venue.latitude}
                anchor="bottom"
                style={{ zIndex: on ? 4 : 3 }}
              >
                <Pin
                  place={venue}
                  selected={venue.id === selected}
                  lit={venue.id === lit}
                  onPress={() => select(venue.id)}
                />
              </Marker>
            );
          })}
          {state.hidden ? (
            <Marker {...pointOf(state.hidden)} anchor="bottom" style={{ zIndex: 5, pointerEvents: 'none' }}>
              <IconMapPinFilled className="size-11 text-brand drop-shadow-md" aria-hidden="true" />
            </Marker>
          ) : null}
          {place.position ? <MyDot position={place.position} /> : null}
        </MapCanvas>
        {state.moved ? (
          <SearchHere loading={state.map.isFetching} onPress={() => state.searchHere()} below={!beside} />
        ) : null}
        {state.gone ? null : <MapButtons state={state} place={place} raised={!beside} />}
        {beside ? <MapPop state={state} /> : <Carousel state={state} />}
      </div>
    </div>
  );
}

const pointOf = ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
  longitude,
  latitude,
});
