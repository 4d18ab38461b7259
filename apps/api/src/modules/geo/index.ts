export { cityFinder } from './find-city-by-ip.ts';
export { findCountryAt } from './gazetteer/gazetteer.ts';
export { geoRoutes } from './geo.routes.ts';
