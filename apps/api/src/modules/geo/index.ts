export { type City, findCityAt } from './find-cities.ts';
export { cityFinder } from './find-city-by-ip.ts';
export { geoRoutes } from './geo.routes.ts';
export { translateCity } from './search-places.ts';
