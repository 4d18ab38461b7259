interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** The way there on OpenStreetMap, which asks where from. */
export const buildDirectionsUrl = ({ latitude, longitude }: GeoPoint): string =>
  `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}#map=16/${latitude}/${longitude}`;
