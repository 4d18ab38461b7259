/** A box around a centre, in pixels of the world map at a zoom. */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface GeoPoint {
  latitude: number;
  longitude: number;
}

const TILE_SIZE = 512;

/** Web Mercator. */
export function toPixel({ latitude, longitude }: GeoPoint, zoom: number): { x: number; y: number } {
  const worldSize = TILE_SIZE * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * worldSize,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldSize,
  };
}

export const isOverlapping = (a: PixelBox, b: PixelBox): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

/** A box in pixels, `offset` from its position to its centre. */
export interface Obstacle extends GeoPoint {
  width: number;
  height: number;
  offset: [x: number, y: number];
}

export function toObstacle({ latitude, longitude }: GeoPoint, box: PixelBox, zoom: number): Obstacle {
  const { x, y } = toPixel({ latitude, longitude }, zoom);
  const { width, height } = box;
  return { latitude, longitude, width, height, offset: [box.x - x, box.y - y] };
}
