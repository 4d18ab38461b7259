export { offerRoutes } from './offers.routes.ts';
