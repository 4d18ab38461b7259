import type { ComponentProps } from 'react';
import type { MapCanvas as RealMapCanvas } from '../app/ui/map/map-canvas.tsx';

type Props = ComponentProps<typeof RealMapCanvas>;
type GlMap = Parameters<NonNullable<Props['onRendered']>>[0];

/** Replaces the map, since jsdom has no WebGL: a press renders it, as large as its parent and without streets. */
export const MapCanvas = ({ view: { latitude, longitude, zoom }, onRendered }: Props) => (
  <button
    type="button"
    onClick={({ currentTarget: { parentElement } }) =>
      onRendered?.(buildRenderedMap(Number.parseInt(parentElement!.style.width, 10)), { hasNoStreets: true })
    }
  >
    map of {latitude}, {longitude} at zoom {zoom}
  </button>
);

const buildRenderedMap = (width: number) =>
  ({
    getCanvas: () => ({ width, toDataURL: (type: string) => `data:${type};base64,AA` }),
    getStyle: () => ({ sources: { land: {} } }),
    getSource: () => ({ attribution: '<b>Natural Earth</b>' }),
  }) as unknown as GlMap;
