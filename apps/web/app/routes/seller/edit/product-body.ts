import { normalizeDecimal } from '../../../features/products/form/old-price-field.tsx';
import type { ProductDraft } from '../../../features/products/form/product-draft.ts';

/** What is sent of a pack; a value left empty stays what it was. */
export const toProductBody = ({ value, place, ...fields }: ProductDraft & { price: number }) => ({
  ...fields,
  sale_place_id: Number(place),
  ...(value.trim() && { old_price: normalizeDecimal(value) }),
});
