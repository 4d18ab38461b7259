export { type City, findCityAt, findNamedCity, type NamedPosition } from './find-cities.ts';
export { findCityByIp } from './find-city-by-ip.ts';
export { geoRoutes } from './geo.routes.ts';
export { translateCity } from './search-places.ts';
export { findTownAt, type Town } from './towns.ts';
