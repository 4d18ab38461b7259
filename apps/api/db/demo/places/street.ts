/** A real street. `last` is approximately its highest house number. */
export interface Street {
  name: string;
  area: string;
  postcode: string;
  city: string;
  latitude: number;
  longitude: number;
  maxHouseNumber: number;
}

export type StreetRow = [
  name: string,
  area: string,
  postcode: string,
  latitude: number,
  longitude: number,
  maxHouseNumber: number,
];

export const buildStreets = (city: string, rows: StreetRow[]): Street[] =>
  rows.map(([name, area, postcode, latitude, longitude, maxHouseNumber]) => ({
    name,
    area,
    postcode,
    city,
    latitude,
    longitude,
    maxHouseNumber,
  }));
