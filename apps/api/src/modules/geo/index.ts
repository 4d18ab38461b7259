export { cityFinder } from './find-city-by-ip.ts';
export { findCountryAt } from './gazetteer/find-cities.ts';
export { geoRoutes } from './geo.routes.ts';
