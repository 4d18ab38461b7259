import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapRef, ViewStateChangeEvent } from 'react-map-gl/maplibre';
import { useLocation } from 'react-router';
import { flattenPages } from '../../../../lib/api/query-client.ts';
import type { Position } from '../../../../lib/browser/position.ts';
import { useStored } from '../../../../lib/storage/storage.ts';
import type { OfferFilters } from '../../filters/offer-filters.ts';
import { useLiveStock } from '../../live/use-live-stock.ts';
import { type MapSalePlace, mapOffersQuery, type Offer, offersQuery } from '../../offers.api.ts';
import type { MapCamera } from './declutter.ts';
import {
  type GeoPoint,
  getInitialView,
  getMapArea,
  getNextSearchArea,
  type MoveReason,
  parseRequestedSalePlace,
  type SearchArea,
  saveView,
} from './search-area.ts';
import { readTextSize } from './use-overlays.ts';

interface MapLike {
  project(position: [number, number]): { x: number; y: number };
  getContainer(): { clientWidth: number; clientHeight: number };
  easeTo(options: { center: [number, number]; offset: [number, number] }, reason: MoveReason): unknown;
}

/** Pixels at the edges of a phone's map that cards and controls cover. */
const PHONE_COVERED = { left: 62, right: 62, top: 240, bottom: 250 };
/** Card of the sale place on a wide map, at the bottom left. */
const POPUP_SIZE = { width: 400, height: 420 };
const WIDE_MIN_WIDTH = 576;

/** Moves the map when the selected position is covered. */
function ensureVisible(map: MapLike, point: GeoPoint): void {
  const { longitude, latitude } = point;
  const { x, y } = map.project([longitude, latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isOutside = x < 50 || x > width - 50 || y < 60 || y > height - 30;
  const isCovered =
    width > WIDE_MIN_WIDTH
      ? x < POPUP_SIZE.width && y > height - POPUP_SIZE.height
      : x < PHONE_COVERED.left ||
        x > width - PHONE_COVERED.right ||
        y < PHONE_COVERED.top ||
        y > height - PHONE_COVERED.bottom;
  if (!isOutside && !isCovered) return;
  map.easeTo(
    { center: [longitude, latitude], offset: width > WIDE_MIN_WIDTH ? [width / 8, 0] : [0, -20] },
    { pointToShow: point },
  );
}

type GlMap = ReturnType<MapRef['getMap']>;

function getCamera(map: GlMap): MapCamera {
  const { lng: longitude, lat: latitude } = map.getCenter();
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return { longitude, latitude, zoom: map.getZoom(), width, height, textSize: readTextSize() };
}

/** Offers of an area loaded at once. */
const LIST_LIMIT = 50;

interface OfferMapOptions {
  filters: OfferFilters;
  position: Position | null;
  /** City of the account. */
  city: { latitude: number | null; longitude: number | null } | undefined;
}

/** State of the map: the view, the loaded area and the selected sale place. */
export function useOfferMap({ filters, position, city }: OfferMapOptions) {
  const { i18n } = useTranslation();
  const { key, search } = useLocation();
  const [storedCity] = useStored('selectedCity');
  const ref = useRef<MapRef>(null);
  const [view] = useState(() =>
    getInitialView(key, search, position ?? toPosition(city) ?? cityToPosition(storedCity)),
  );
  const requestedSalePlace = useMemo(() => parseRequestedSalePlace(search), [search]);
  const [{ area, isMoved }, setSearchArea] = useState<SearchArea>({ area: null, isMoved: false });
  const [camera, setCamera] = useState<MapCamera>({ ...view, width: 0, height: 0, textSize: readTextSize() });
  const [isUnavailable, setUnavailable] = useState(false);
  const [selectedId, setSelectedId] = useState(view.selectedId);
  const [pressedSalePlace, setPressedSalePlace] = useState<MapSalePlace | null>(null);
  const [highlightedId, setHighlightedId] = useState<number | null>(null);

  const saveCurrentView = (map: GlMap, salePlaceId: number | null) => {
    const { lng, lat } = map.getCenter();
    saveView(key, { longitude: lng, latitude: lat, zoom: map.getZoom(), selectedId: salePlaceId });
  };
  const saveViewOfNewEntry = useEffectEvent(() => {
    const glMap = ref.current?.getMap();
    if (glMap) saveCurrentView(glMap, selectedId);
  });
  // A changed filter replaces the history entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each entry
  useEffect(() => saveViewOfNewEntry(), [key]);
  const searchHere = (map = ref.current?.getMap()) => {
    if (map) setSearchArea({ area: getMapArea(map), isMoved: false });
  };
  const map = useQuery(mapOffersQuery(filters.query, area, i18n.language));
  const list = useInfiniteQuery({
    ...offersQuery({ ...filters.query, bbox: area?.bbox }, i18n.language, LIST_LIMIT),
    // Without WebGL there is no area: nearest first.
    enabled: area !== null || isUnavailable,
  });
  const offers = useMemo(() => flattenPages(list.data?.pages), [list.data]);
  const salePlaces = useMemo(() => {
    const loaded = map.data?.data ?? [];
    const isMissing = pressedSalePlace?.id === selectedId && !loaded.some(({ id }) => id === selectedId);
    return sortByOfferOrder(isMissing && pressedSalePlace ? [...loaded, pressedSalePlace] : loaded, offers);
  }, [map.data, offers, pressedSalePlace, selectedId]);
  const clusters = map.data?.clusters ?? [];
  useLiveStock(listSubscribedIds(offers, salePlaces, selectedId));
  /** The `pressed` pin stays while it is selected, also when the server has merged it into a cluster meanwhile. */
  const select = (id: number | null, pressed: MapSalePlace | null = null) => {
    setSelectedId(id);
    setPressedSalePlace(pressed);
    const glMap = ref.current?.getMap();
    if (!glMap) return;
    const salePlace = pressed ?? salePlaces.find((candidate) => candidate.id === id);
    if (salePlace) ensureVisible(glMap, salePlace);
    // With reduced motion `ensureVisible` has moved the map at once, and `onMove` saved the former selection.
    saveCurrentView(glMap, id);
  };
  return {
    ref,
    view,
    isMoved,
    isFiltered: filters.isFiltered,
    setExact: filters.setExact,
    selectedId,
    select,
    highlightedId,
    setHighlightedId,
    searchHere,
    offers,
    salePlaces,
    clusters,
    list,
    map,
    camera,
    /** Requested by the URL, but merged into a cluster. */
    hiddenSalePlace:
      requestedSalePlace && !salePlaces.some(({ id }) => id === requestedSalePlace.id)
        ? requestedSalePlace
        : null,
    foundCount: salePlaces.length + clusters.reduce((sum, { count }) => sum + count, 0),
    onLoad: (glMap: GlMap) => {
      setCamera(getCamera(glMap));
      searchHere(glMap);
    },
    isUnavailable,
    onUnavailable: setUnavailable,
    onMove: (event: ViewStateChangeEvent & MoveReason) => {
      saveCurrentView(event.target, selectedId);
      setCamera(getCamera(event.target));
      const visibleArea = getMapArea(event.target);
      setSearchArea((current) => getNextSearchArea(current, event, visibleArea));
    },
    /** `isSearch` makes the move load the offers of where it ends. */
    flyTo: ({ longitude, latitude, zoom }: { longitude: number; latitude: number; zoom: number }) => {
      const reason: MoveReason = { isSearch: true };
      ref.current?.easeTo({ center: [longitude, latitude], zoom }, reason);
    },
  };
}

export type OfferMapState = ReturnType<typeof useOfferMap>;

const toPosition = (city: OfferMapOptions['city']): Position | null =>
  city && city.latitude !== null && city.longitude !== null
    ? { latitude: city.latitude, longitude: city.longitude }
    : null;

const cityToPosition = (city: { lat: number; lon: number } | null): Position | null =>
  city ? { latitude: city.lat, longitude: city.lon } : null;

/** Sale places in the order of their offers in the list; those not in the list come last. */
function sortByOfferOrder(salePlaces: MapSalePlace[], offers: Offer[]): MapSalePlace[] {
  const rankById = new Map<number, number>();
  for (const [i, { sale_place: salePlace }] of offers.entries())
    if (!rankById.has(salePlace.id)) rankById.set(salePlace.id, i);
  const lastRank = offers.length;
  return salePlaces.toSorted((a, b) => (rankById.get(a.id) ?? lastRank) - (rankById.get(b.id) ?? lastRank));
}

interface ProductReference {
  id: number;
}

/** Products whose quantities are shown: of pins, list and selected sale place. At the limit the last are left out. */
export function listSubscribedIds(
  offers: readonly ProductReference[],
  salePlaces: readonly { id: number; products: readonly ProductReference[] }[],
  selectedId: number | null,
): number[] {
  const selectedProducts = salePlaces.find(({ id }) => id === selectedId)?.products ?? [];
  const ids = [...salePlaces.flatMap(({ products }) => products), ...offers, ...selectedProducts].map(
    ({ id }) => id,
  );
  return [...new Set(ids.toReversed())].toReversed();
}
