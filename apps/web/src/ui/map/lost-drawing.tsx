import { useEffect, useEffectEvent } from 'react';
import { useMap } from 'react-map-gl/maplibre';

/** A browser that takes away what a map is drawn with gives it back sooner than this, or not at all. */
const GIVEN_BACK_MS = 3000;

/** Stands on a map, and tells when its drawing is lost for good. */
export function LostDrawing({ onLost }: { onLost: () => void }) {
  const { current: map } = useMap();
  const tell = useEffectEvent(onLost);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lost = () => {
      timer = setTimeout(() => tell(), GIVEN_BACK_MS);
    };
    const back = () => clearTimeout(timer);
    map?.on('webglcontextlost', lost);
    map?.on('webglcontextrestored', back);
    return () => {
      back();
      map?.off('webglcontextlost', lost);
      map?.off('webglcontextrestored', back);
    };
  }, [map]);
  return null;
}
