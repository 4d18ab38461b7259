export { findSalePlacesByWords } from './find-sale-places.ts';
export { categoryError, parseCategoryIds } from './parse-category-ids.ts';
export { salePlacePersonalData } from './personal-data.queries.ts';
export { listPublicHolidays } from './public-holidays.ts';
export { meanRating } from './rating.ts';
export type { SalePlaceHooks } from './sale-place-hooks.ts';
export {
  addSalePlaceRating,
  findMySalePlace,
  lockMySalePlace,
  lockSalePlacesOf,
  toEarth,
} from './sale-places.queries.ts';
export { salePlaceRoutes } from './sale-places.routes.ts';
export { findSeller } from './sellers.queries.ts';
export { translateTypes } from './translate-types.ts';
