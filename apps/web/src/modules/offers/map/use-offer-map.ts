import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapRef, ViewStateChangeEvent } from 'react-map-gl/maplibre';
import { useLocation } from 'react-router';
import { allRows } from '../../../lib/all-rows.ts';
import type { Position } from '../../../lib/position.ts';
import { useStored } from '../../../lib/storage.ts';
import type { OfferFilters } from '../offer-filters.ts';
import { offersQuery } from '../offers.api.ts';
import { useLiveStock } from '../use-live-stock.ts';
import { areaOf } from './area.ts';
import { type Asked, askedAfter, type Reason } from './asked.ts';
import { mapQuery } from './map.api.ts';
import { inOrder } from './order.ts';
import { bringInSight } from './sight.ts';
import { firstView, leaveView, placeAsked } from './views.ts';
import { watched } from './watched.ts';

type GlMap = ReturnType<MapRef['getMap']>;

/** Packs of an area at once: what a screen shows of a list. */
const LIST_LIMIT = 50;

interface Around {
  filters: OfferFilters;
  position: Position | null;
  /** City of the account. */
  city: { latitude: number | null; longitude: number | null } | undefined;
}

/** What the map shows, which part of it was asked for, and which venue is chosen. */
export function useOfferMap({ filters, position, city }: Around) {
  const { i18n } = useTranslation();
  const { key, search } = useLocation();
  const [stored] = useStored('selectedCity');
  const ref = useRef<MapRef>(null);
  const [view] = useState(() => firstView(key, search, position ?? pointOf(city) ?? storedPoint(stored)));
  const wanted = useMemo(() => placeAsked(search), [search]);
  const [{ area, moved }, setAsked] = useState<Asked>({ area: null, moved: false });
  const [gone, setGone] = useState(false);
  const [selected, setSelected] = useState(view.selected);
  const [lit, setLit] = useState<number | null>(null);

  const remember = (map: GlMap, chosen: number | null) => {
    const { lng, lat } = map.getCenter();
    leaveView(key, { longitude: lng, latitude: lat, zoom: map.getZoom(), selected: chosen });
  };
  const searchHere = (map = ref.current?.getMap()) => {
    if (map) setAsked({ area: areaOf(map), moved: false });
  };
  const map = useQuery(mapQuery(filters.query, area, i18n.language));
  const list = useInfiniteQuery({
    ...offersQuery({ ...filters.query, bbox: area?.bbox }, i18n.language, LIST_LIMIT),
    // Without any map: nearest first, from wherever.
    enabled: area !== null || gone,
  });
  const offers = useMemo(() => allRows(list.data?.pages), [list.data]);
  const places = useMemo(() => inOrder(map.data?.data ?? [], offers), [map.data, offers]);
  const clusters = map.data?.clusters ?? [];
  useLiveStock(watched(offers, places, selected));
  const select = (id: number | null) => {
    setSelected(id);
    const on = ref.current?.getMap();
    if (!on) return;
    const venue = places.find((one) => one.id === id);
    if (venue) bringInSight(on, venue);
    // Without motion that has ended by now, and remembered what was chosen before.
    remember(on, id);
  };
  return {
    ...{ ref, view, moved, selected, select, lit, setLit, searchHere, offers, places, clusters, list, map },
    /** Of the area that was asked for: clusters are made for it. */
    zoom: area?.zoom ?? view.zoom,
    /** Asked for by the address, but so close to others that it has no pin yet. */
    hidden: wanted && !places.some(({ id }) => id === wanted.id) ? wanted : null,
    found: places.length + clusters.reduce((sum, { count }) => sum + count, 0),
    onLoad: searchHere,
    gone,
    onGone: setGone,
    onMove: (event: ViewStateChangeEvent & Reason) => {
      remember(event.target, selected);
      const here = areaOf(event.target);
      setAsked((before) => askedAfter(before, event, here));
    },
    /** Goes there and asks what is there. */
    go: ({ longitude, latitude, zoom }: { longitude: number; latitude: number; zoom: number }) => {
      const why: Reason = { asks: true };
      ref.current?.easeTo({ center: [longitude, latitude], zoom }, why);
    },
  };
}

export type OfferMapState = ReturnType<typeof useOfferMap>;

const pointOf = (city: Around['city']): Position | null =>
  city && city.latitude !== null && city.longitude !== null
    ? { latitude: city.latitude, longitude: city.longitude }
    : null;

const storedPoint = (city: { lat: number; lon: number } | null): Position | null =>
  city ? { latitude: city.lat, longitude: city.lon } : null;
