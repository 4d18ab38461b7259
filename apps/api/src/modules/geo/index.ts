export { cities } from './cities.ts';
export { geoRoutes } from './geo.routes.ts';
