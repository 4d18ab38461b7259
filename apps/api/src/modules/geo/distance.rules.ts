export interface Position {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Coordinates from the centre of the globe, in kilometres. */
export function toCartesian({ latitude, longitude }: Position): [x: number, y: number, z: number] {
  const parallelRadius = EARTH_RADIUS_KM * Math.cos(toRadians(latitude));
  return [
    parallelRadius * Math.cos(toRadians(longitude)),
    parallelRadius * Math.sin(toRadians(longitude)),
    EARTH_RADIUS_KM * Math.sin(toRadians(latitude)),
  ];
}

/** Kilometres along the surface. */
export function calculateDistanceKm(a: Position, b: Position): number {
  const [start, end] = [toCartesian(a), toCartesian(b)];
  const chord = Math.hypot(start[0] - end[0], start[1] - end[1], start[2] - end[2]);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS_KM)));
}
