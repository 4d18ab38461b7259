/** Metres; the globe that earthdistance calculates on. */
const EARTH_RADIUS = 6_378_168;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A position as earthdistance's `ll_to_earth` has it: three coordinates from the middle of the globe, in metres. */
export function cubeText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const flat = EARTH_RADIUS * Math.cos(radians(latitude));
  const x = flat * Math.cos(radians(longitude));
  const y = flat * Math.sin(radians(longitude));
  return `(${x}, ${y}, ${EARTH_RADIUS * Math.sin(radians(latitude))})`;
}

/** From a straight line through the globe, as positions are compared, to whole metres along its surface. */
export const metres = (chord: number): number =>
  Math.round(2 * EARTH_RADIUS * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS))));
