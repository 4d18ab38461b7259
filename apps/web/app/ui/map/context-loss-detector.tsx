import { useEffect, useEffectEvent } from 'react';
import { useMap } from 'react-map-gl/maplibre';

/** A browser that takes away what a map is drawn with gives it back sooner than this, or not at all. */
const CONTEXT_RESTORE_TIMEOUT_MS = 3000;

/** Stands on a map, and tells when its drawing is lost for good. */
export function ContextLossDetector({ onLost }: { onLost: () => void }) {
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
