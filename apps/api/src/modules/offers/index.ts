export { createLinkPreviews } from './detail/offer-preview.ts';
export {
  addFollowerCheck,
  copyFollowers,
  countFollowersToNotify,
  favouritePersonalData,
} from './favourites.queries.ts';
export { listBusiestPositions } from './list/list.queries.ts';
export { offerJobs, updateMapCells } from './offers.jobs.ts';
export { offerRoutes } from './offers.routes.ts';
export { savedSearchPersonalData } from './saved-searches/saved-searches.queries.ts';
