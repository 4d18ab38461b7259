/** Metres; the globe that earthdistance calculates on. */
const EARTH_RADIUS_METRES = 6_378_168;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A position as earthdistance's `ll_to_earth` has it: three coordinates from the middle of the globe, in metres. */
export function formatEarthCube({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const parallelRadius = EARTH_RADIUS_METRES * Math.cos(toRadians(latitude));
  const x = parallelRadius * Math.cos(toRadians(longitude));
  const y = parallelRadius * Math.sin(toRadians(longitude));
  return `(${x}, ${y}, ${EARTH_RADIUS_METRES * Math.sin(toRadians(latitude))})`;
}

/** From a straight line through the globe, as positions are compared, to whole metres along its surface. */
export const chordToMetres = (chord: number): number =>
  Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS_METRES))));
