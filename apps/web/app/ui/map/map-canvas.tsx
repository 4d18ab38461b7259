import { TextButton } from '@wopack/ui/button.tsx';
import 'maplibre-gl/dist/maplibre-gl.css';
import { setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AttributionControl,
  Layer,
  Map as MapGl,
  type MapLayerMouseEvent,
  type MapRef,
  Source,
  useMap,
  type ViewState,
  type ViewStateChangeEvent,
} from 'react-map-gl/maplibre';
import { NoStreetsNote } from './map-overlays.tsx';
import type { Obstacle } from './pixels.ts';
import { useMapStyle } from './use-map-style.ts';

// Without its URL the worker is not found in the production build, and the map stays blank.
setWorkerUrl(workerUrl);

export interface Bounds {
  getWest(): number;
  getSouth(): number;
  getEast(): number;
  getNorth(): number;
}

type GlMap = ReturnType<MapRef['getMap']>;

/** From here on there are fewer districts than streets in sight. */
const STREET_ZOOM = 13;

interface Props {
  ref?: Ref<MapRef>;
  view: Pick<ViewState, 'longitude' | 'latitude' | 'zoom'>;
  /** A map that cannot be moved. */
  isStatic?: boolean;
  /** Device pixels per CSS pixel; the screen's by default. */
  pixelRatio?: number;
  /** Zooming keeps the centre. */
  isCentred?: boolean;
  onLoad?: (map: GlMap) => void;
  onMoveStart?: (event: ViewStateChangeEvent) => void;
  onMove?: (event: ViewStateChangeEvent) => void;
  /** Everything is rendered, in the final style. */
  onRendered?: (map: GlMap, options: { hasNoStreets: boolean }) => void;
  /** Whether the browser cannot render the map. */
  onUnavailable?: (isUnavailable: boolean) => void;
  /** The markers' boxes: labels of the built-in map keep clear of them. */
  obstacles?: readonly Obstacle[];
  /** A press beside all markers. */
  onBackgroundPress?: (event: MapLayerMouseEvent) => void;
  children?: ReactNode;
}

export function MapCanvas({
  ref,
  view,
  isStatic = false,
  pixelRatio,
  isCentred = false,
  onLoad,
  onMoveStart,
  onMove,
  onRendered,
  onUnavailable,
  obstacles = [],
  onBackgroundPress,
  children,
}: Props) {
  const { t } = useTranslation('map');
  const { style, isBuiltIn, hasNoStreets, isPending, isFinal, onError, onData } = useMapStyle();
  const { attempt, isUnavailable, fail, retry } = useMapRetry(onUnavailable);
  // The view of the map, kept when the map is created anew.
  const [camera, setCamera] = useState(view);
  const hasStreetsNote = hasNoStreets && camera.zoom >= STREET_ZOOM;
  const updateCamera = (map: GlMap) => {
    const { lng: longitude, lat: latitude } = map.getCenter();
    setCamera({ longitude, latitude, zoom: map.getZoom() });
  };
  const mapLocale = useMemo(
    () => ({ 'Map.Title': t('map'), 'AttributionControl.ToggleAttribution': t('attribution') }),
    [t],
  );
  if (isUnavailable) return <MapUnavailable onRetry={retry} />;
  return (
    <MapGl
      key={attempt}
      ref={ref}
      initialViewState={camera}
      mapStyle={style}
      styleDiffing={false}
      attributionControl={false}
      locale={mapLocale}
      interactive={!isStatic}
      pixelRatio={pixelRatio}
      dragRotate={false}
      scrollZoom={isCentred ? { around: 'center' } : true}
      touchZoomRotate={isCentred ? { around: 'center' } : true}
      doubleClickZoom={!isCentred}
      pitchWithRotate={false}
      touchPitch={false}
      maxPitch={0}
      minZoom={2}
      maxZoom={19}
      onLoad={({ target }) => {
        updateCamera(target);
        onLoad?.(target);
      }}
      onMoveStart={onMoveStart}
      onMoveEnd={(event) => {
        updateCamera(event.target);
        onMove?.(event);
      }}
      onIdle={({ target }) => {
        if (isFinal()) onRendered?.(target, { hasNoStreets });
      }}
      onClick={onBackgroundPress}
      onError={({ target }) => {
        onError();
        // Without a target the map could not be created.
        if (!target) fail();
      }}
      onData={onData}
    >
      <AttributionControl compact={false} position="bottom-right" />
      <ContextLossDetector onLost={fail} />
      {onRendered && !isPending ? <Repaint /> : null}
      {isBuiltIn ? <Obstacles obstacles={obstacles} /> : null}
      {hasStreetsNote ? (
        // Where controls or cards cover this place, the page sets another one.
        <NoStreetsNote className="inset-(--map-note-inset,auto_auto_30px_12px) mr-20" />
      ) : null}
      {children}
    </MapGl>
  );
}

/** In heights of a digit. */
const LINE_HEIGHT = 1.2;
const DIGIT_WIDTH = 0.62;

/** Symbols keep clear of symbols only, so each marker has an invisible one of its size: a row of zeros. */
function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const features = obstacles.map(({ longitude, latitude, width, height, offset: [x, y] }) => {
    const size = height / LINE_HEIGHT;
    const text = '0'.repeat(Math.round(width / size / DIGIT_WIDTH));
    return {
      type: 'Feature' as const,
      properties: { size, text, offset: [x / size, y / size] },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    };
  });
  return (
    <Source id="obstacles" type="geojson" data={{ type: 'FeatureCollection', features }}>
      <Layer
        id="obstacles"
        type="symbol"
        layout={{
          'text-field': ['get', 'text'],
          'text-font': ['Onest Variable'],
          'text-size': ['get', 'size'],
          'text-offset': ['get', 'offset'],
          'text-allow-overlap': true,
        }}
        paint={{ 'text-opacity': 0 }}
      />
    </Source>
  );
}

/** A browser that takes away the WebGL context restores it within this time, or never. */
const CONTEXT_RESTORE_TIMEOUT_MS = 3000;

/** Child of a map; reports when its WebGL context is lost for good. */
function ContextLossDetector({ onLost }: { onLost: () => void }) {
  const { current: map } = useMap();
  const notifyLost = useEffectEvent(onLost);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleContextLost = () => {
      timer = setTimeout(() => notifyLost(), CONTEXT_RESTORE_TIMEOUT_MS);
    };
    const handleContextRestored = () => clearTimeout(timer);
    map?.on('webglcontextlost', handleContextLost);
    map?.on('webglcontextrestored', handleContextRestored);
    return () => {
      handleContextRestored();
      map?.off('webglcontextlost', handleContextLost);
      map?.off('webglcontextrestored', handleContextRestored);
    };
  }, [map]);
  return null;
}

/**
 * Child of a map; renders it once more when it mounts. A map that was idle before its style was final would not report
 * again that everything is rendered.
 */
function Repaint() {
  const { current: map } = useMap();
  useEffect(() => map?.triggerRepaint(), [map]);
  return null;
}

function MapUnavailable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['map', 'errors']);
  return (
    <div
      role="alert"
      // Above a pin that waits for its map, below the controls.
      className="relative z-1 grid size-full place-content-center justify-items-center bg-(--map-land) p-6 text-center text-pretty"
    >
      <p>{t('notDrawn')}</p>
      <TextButton onClick={onRetry}>{t('errors:retry')}</TextButton>
    </div>
  );
}

/** A map that cannot be rendered is created anew once automatically; after that by a press. */
function useMapRetry(onUnavailable?: (isUnavailable: boolean) => void) {
  const [{ attempt, isUnavailable }, setState] = useState({ attempt: 0, isUnavailable: false });
  const notifyChange = useEffectEvent(() => onUnavailable?.(isUnavailable));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports changes of `isUnavailable` only
  useEffect(() => notifyChange(), [isUnavailable]);
  return {
    attempt,
    isUnavailable,
    fail: () =>
      setState((previous) =>
        previous.attempt === 0 ? { attempt: 1, isUnavailable: false } : { ...previous, isUnavailable: true },
      ),
    retry: () => setState((previous) => ({ attempt: previous.attempt + 1, isUnavailable: false })),
  };
}
