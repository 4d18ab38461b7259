export { createOfferPreview } from './detail/offer-preview.ts';
export { listBusiestPositions } from './list/summary.queries.ts';
export { updateMapCells } from './map/update-map-cells.ts';
export { offerJobs } from './offers.jobs.ts';
export { offerRoutes } from './offers.routes.ts';
export { favouritePersonalData } from './personal-data.queries.ts';
