export { categoryIds } from './category-ids.ts';
export { findVenues } from './find-venues.ts';
export { salePlaceKeeper } from './keeper.queries.ts';
export { namedTypes } from './named-types.ts';
export { rating } from './rating.ts';
export { addStars, earthOf, findMine as findMySalePlace } from './sale-places.queries.ts';
export { salePlaceRoutes } from './sale-places.routes.ts';
export type { OnPlaceChanged } from './save-sale-place.ts';
