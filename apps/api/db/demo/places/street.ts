/** A real street: venues stand along it. `last` is about its highest house number. */
export interface Street {
  name: string;
  area: string;
  postcode: string;
  city: string;
  latitude: number;
  longitude: number;
  last: number;
}

export type StreetRow = [
  name: string,
  area: string,
  postcode: string,
  latitude: number,
  longitude: number,
  last: number,
];

export const streetsOf = (city: string, rows: StreetRow[]): Street[] =>
  rows.map(([name, area, postcode, latitude, longitude, last]) => ({
    name,
    area,
    postcode,
    city,
    latitude,
    longitude,
    last,
  }));
