export { cities } from './cities.ts';
export { countryAt } from './country.ts';
export { geoRoutes } from './geo.routes.ts';
