export { productPersonalData } from './my-products.queries.ts';
export { salePlaceHooks, setSellerProductsOnSale } from './product-availability.ts';
export { productJobs } from './products.jobs.ts';
export {
  addProductRating,
  claimUpload,
  findUploads,
  getCachedProductTypes,
  insertSearchWords,
  saveSearchIndexState,
} from './products.queries.ts';
export { productRoutes } from './products.routes.ts';
export { uploadProductPhoto } from './save-product.ts';
export {
  buildSearchTerms,
  formatSearchVector,
  listGroupIds,
  listGroupIdsByBeginning,
  listSearchWords,
  listSimilarGroupIds,
  SEARCH_WEIGHTS,
} from './search.rules.ts';
export { isOnSale, selectSlotOnSale } from './slots/on-sale.queries.ts';
export {
  cancelSlot,
  decreaseQuantity,
  findProductForSale,
  findProductWithSlotForSale,
  returnUnit,
  saveGeneratedThrough,
  takeUnit,
} from './slots/slots.queries.ts';
