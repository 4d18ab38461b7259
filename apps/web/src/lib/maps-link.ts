interface Point {
  latitude: number;
  longitude: number;
}

/** The place on OpenStreetMap. */
export const mapLink = ({ latitude, longitude }: Point): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;

/** The way there on OpenStreetMap, which asks where from. */
export const directionsLink = ({ latitude, longitude }: Point): string =>
  `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}#map=16/${latitude}/${longitude}`;
