import type { PackDraft } from '../../../modules/packs/pack-draft.ts';
import { dotted } from '../../../modules/packs/value-field.tsx';

/** What is sent of a pack; a value left empty stays what it was. */
export const packBody = ({ value, place, ...pack }: PackDraft & { price: number }) => ({
  ...pack,
  sale_place_id: Number(place),
  ...(value.trim() && { old_price: dotted(value) }),
});
