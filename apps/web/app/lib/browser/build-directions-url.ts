interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** Directions on OpenStreetMap, which asks for the start. */
export const buildDirectionsUrl = ({ latitude, longitude }: GeoPoint): string =>
  `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}#map=16/${latitude}/${longitude}`;
