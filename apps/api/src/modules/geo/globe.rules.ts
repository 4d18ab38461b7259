export interface Position {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A position as three coordinates from the middle of the globe, in kilometres. */
export function onGlobe({ latitude, longitude }: Position): [x: number, y: number, z: number] {
  const flat = EARTH_RADIUS_KM * Math.cos(radians(latitude));
  return [
    flat * Math.cos(radians(longitude)),
    flat * Math.sin(radians(longitude)),
    EARTH_RADIUS_KM * Math.sin(radians(latitude)),
  ];
}

/** Kilometres along the surface. */
export function kilometres(a: Position, b: Position): number {
  const [from, to] = [onGlobe(a), onGlobe(b)];
  const chord = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS_KM)));
}
