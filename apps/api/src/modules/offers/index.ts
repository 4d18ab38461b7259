export { favouriteKeeper } from './keeper.queries.ts';
export { offerRoutes } from './offers.routes.ts';
