export {
  addPriceTier,
  addProductType,
  changePriceTier,
  changeProductType,
  getTierErrors,
  getTypeErrors,
  setPriceTierRetired,
  setProductTypeRetired,
} from './change-offered-values.ts';
export { lockMyProduct, productPersonalData } from './my-products.queries.ts';
export { listMySlots, loadPickupCalendars } from './pickup-calendar/pickup-calendar.queries.ts';
export {
  assertNothingOpenAt,
  hideProduct,
  hideSalePlaceProducts,
  salePlaceHooks,
  setProductTypes,
  setSellerProductsOnSale,
} from './product-availability.ts';
export { productJobs } from './products.jobs.ts';
export {
  addProductRating,
  clearCachedProductTypes,
  getCachedProductTypes,
} from './products.queries.ts';
export { productRoutes } from './products.routes.ts';
export { getShownQuantity, getSlotMode, type SlotAllocation } from './products.rules.ts';
export { changeValue } from './save-product.ts';
export { indexProducts, insertSearchWords, saveSearchIndexState } from './search.queries.ts';
export {
  allergenTerm,
  buildSearchTerms,
  DECLARED_TERM,
  dietTerm,
  findPlaceKinds,
  formatSearchVector,
  listGroupIds,
  listGroupIdsByBeginning,
  listSearchWords,
  listSimilarPatterns,
  SEARCH_WEIGHTS,
} from './search.rules.ts';
export {
  findProductForSale,
  findProductWithSlotForSale,
  findProductWithSlotOnHold,
  isOnSale,
  selectSlotOnSale,
  TIME_ON_SALE,
  wasOffered,
} from './slots/on-sale.queries.ts';
export {
  type AllocatedSlot,
  changeSlotAllocation,
  findAllocatedSlot,
  findProductPlan,
  listAllocatedSlots,
  listLineSlotsToMove,
  listMyProductPlans,
  listPlannedSlotsOnSale,
  listRecentSlots,
  lockProductPlan,
  planSlotsAhead,
  reserveForLine,
  saveProductPlan,
} from './slots/slot-allocations.queries.ts';
export { selectSlotUnits } from './slots/slot-sums.queries.ts';
export {
  closeCancelledSlot,
  countUnitsForSale,
  decreaseQuantity,
  lockUnitToPassOn,
  mayPassUnitOn,
  saveGeneratedThrough,
  takeUnits,
} from './slots/slots.queries.ts';
export {
  buildSlotView,
  changeSlotQuantity,
  createTooLowError,
  putUnitsBack,
  type StockActor,
} from './slots/slots.ts';
export {
  deleteSlotsIfUnused,
  lockSlots,
  selectUnsoldUnits,
  UNUSED_SLOT_DAYS,
} from './slots/unsold-units.queries.ts';
export {
  findProductNames,
  findProductText,
  selectProductNames,
} from './translations/translations.queries.ts';
