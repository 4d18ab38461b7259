export { assignTowns } from './assign-towns.ts';
export { closeLookAlike, lockLookAlike } from './look-alikes.queries.ts';
export { measureMetres } from './look-alikes.rules.ts';
export { salePlaceMails } from './look-alikes.ts';
export {
  closePlaceClaim,
  copySalePlace,
  findNextSalePlaceId,
  lockPlaceClaim,
} from './place-claims.queries.ts';
export { listPublicHolidays } from './public-holidays.ts';
export { salePlaceJobs } from './sale-places.jobs.ts';
export {
  addSalePlaceRating,
  findMySalePlace,
  findSalePlacesByWords,
  findSeller,
  findSellerOfSalePlace,
  hasReliability,
  listMySalePlaces,
  listMySalePlacesWithRemoved,
  listSalePlaceNames,
  listSalePlaceTypes,
  lockMySalePlace,
  lockSalePlace,
  lockSalePlacesForProducts,
  lockSalePlacesOf,
  narrowScope,
  requireMySalePlaces,
  salePlacePersonalData,
  setReliability,
  setSalePlace,
  setSalePlaceType,
  toEarth,
} from './sale-places.queries.ts';
export { salePlaceRoutes } from './sale-places.routes.ts';
export {
  buildReliabilityView,
  categoryError,
  chooseDescription,
  meanRating,
  parseCategoryIds,
  type ReliabilityRow,
  translateTypes,
} from './sale-places.rules.ts';
export type { SalePlaceHooks } from './save-sale-place.ts';
export { findSalePlaceName, findTown, findTownOfSalePlace, listTownKeys } from './towns.queries.ts';
