import 'maplibre-gl/dist/maplibre-gl.css';
import { setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AttributionControl,
  Map as MapGl,
  type MapRef,
  type ViewState,
  type ViewStateChangeEvent,
} from 'react-map-gl/maplibre';
import { CityLabels } from './city-labels.tsx';
import { LostDrawing } from './lost-drawing.tsx';
import { NoMap } from './no-map.tsx';
import type { Box } from './pixels.ts';
import { useAttempts } from './use-attempts.ts';
import { useMapStyle } from './use-map-style.ts';

// Without its address the worker is not found in the built app, and the map stays blank.
setWorkerUrl(workerUrl);

export interface Bounds {
  getWest(): number;
  getSouth(): number;
  getEast(): number;
  getNorth(): number;
}

type GlMap = ReturnType<MapRef['getMap']>;

interface Props {
  ref?: Ref<MapRef>;
  view: Pick<ViewState, 'longitude' | 'latitude' | 'zoom'>;
  /** A picture of one place, not a map to walk about on. */
  still?: boolean;
  /** Pixels of the picture for one of the screen; the screen's own by default. */
  pixelRatio?: number;
  /** What is in the middle stays there, however one zooms. */
  centred?: boolean;
  onLoad?: (map: GlMap) => void;
  onMove?: (event: ViewStateChangeEvent) => void;
  /** All of it is drawn, in the style that stays. */
  onDrawn?: (map: GlMap) => void;
  /** Whether it is missing, for the browser does not draw it. */
  onGone?: (gone: boolean) => void;
  /** What stands on it at a zoom, for names to give way to. */
  taken?: (zoom: number) => readonly Box[];
  /** A press beside everything. */
  onPress?: () => void;
  children?: ReactNode;
}

/** The base map, with whatever stands on it. */
export function MapCanvas({
  ref,
  view,
  still = false,
  pixelRatio,
  centred = false,
  onLoad,
  onMove,
  onDrawn,
  onGone,
  taken,
  onPress,
  children,
}: Props) {
  const { t } = useTranslation('map');
  const { style, builtIn, isFinal, onError, onData } = useMapStyle();
  const { attempt, gone, fail, retry } = useAttempts(onGone);
  // Where it looks: a map that is made anew goes on from there.
  const [camera, setCamera] = useState(view);
  const [bounds, setBounds] = useState({ west: -180, south: -90, east: 180, north: 90 });
  const look = (map: GlMap) => {
    const { lng: longitude, lat: latitude } = map.getCenter();
    setCamera({ longitude, latitude, zoom: map.getZoom() });
    const box = map.getBounds();
    setBounds({ west: box.getWest(), south: box.getSouth(), east: box.getEast(), north: box.getNorth() });
  };
  const texts = useMemo(
    () => ({ 'Map.Title': t('map'), 'AttributionControl.ToggleAttribution': t('attribution') }),
    [t],
  );
  if (gone) return <NoMap onRetry={retry} />;
  return (
    <MapGl
      key={attempt}
      ref={ref}
      initialViewState={camera}
      mapStyle={style}
      styleDiffing={false}
      attributionControl={false}
      locale={texts}
      interactive={!still}
      pixelRatio={pixelRatio}
      dragRotate={false}
      scrollZoom={centred ? { around: 'center' } : true}
      touchZoomRotate={centred ? { around: 'center' } : true}
      doubleClickZoom={!centred}
      pitchWithRotate={false}
      touchPitch={false}
      maxPitch={0}
      minZoom={2}
      maxZoom={19}
      onLoad={({ target }) => {
        look(target);
        onLoad?.(target);
      }}
      onMoveEnd={(event) => {
        look(event.target);
        onMove?.(event);
      }}
      onIdle={({ target }) => {
        if (isFinal()) onDrawn?.(target);
      }}
      onClick={onPress}
      onError={({ target }) => {
        onError();
        // There is no map where it could not even begin.
        if (!target) fail();
      }}
      onData={onData}
    >
      <AttributionControl compact={false} position="bottom-right" />
      <LostDrawing onLost={fail} />
      {builtIn ? <CityLabels zoom={camera.zoom} bounds={bounds} taken={taken?.(camera.zoom) ?? []} /> : null}
      {children}
    </MapGl>
  );
}
