export { countMap } from './count-map.ts';
export { favouriteKeeper } from './keeper.queries.ts';
export { busiestTowns } from './now.queries.ts';
export { offerPreview } from './offer-preview.ts';
export { offerJobs } from './offers.jobs.ts';
export { offerRoutes } from './offers.routes.ts';
