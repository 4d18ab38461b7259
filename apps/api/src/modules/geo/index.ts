export { cityFinder } from './city-finder.ts';
export { findCountryAt } from './gazetteer/find-country.ts';
export { geoRoutes } from './geo.routes.ts';
