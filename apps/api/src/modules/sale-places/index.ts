export { categoryError, categoryIds } from './category-ids.ts';
export { findVenues } from './find-venues.ts';
export { salePlaceKeeper } from './keeper.queries.ts';
export { namedTypes } from './named-types.ts';
export type { PlaceHooks } from './place-hooks.ts';
export { publicHolidays } from './public-holidays.ts';
export { rating } from './rating.ts';
export {
  addStars,
  earthOf,
  findMine as findMySalePlace,
  lockAllOf as lockSalePlacesOf,
  lockMine as lockMySalePlace,
} from './sale-places.queries.ts';
export { salePlaceRoutes } from './sale-places.routes.ts';
export { findSeller } from './sellers.queries.ts';
