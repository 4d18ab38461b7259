export { favouriteKeeper } from './keeper.queries.ts';
export { offerPreview } from './offer-preview.ts';
export { offerRoutes } from './offers.routes.ts';
