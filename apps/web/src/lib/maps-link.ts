interface Point {
  latitude: number;
  longitude: number;
}

/** The way there on OpenStreetMap, which asks where from. */
export const directionsLink = ({ latitude, longitude }: Point): string =>
  `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}#map=16/${latitude}/${longitude}`;
