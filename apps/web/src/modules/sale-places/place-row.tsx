import { FoodIcon } from '../../ui/food-icon.tsx';
import type { SalePlace } from './sale-places.api.ts';

/** A venue of the seller's. */
export const PlaceRow = ({ place }: { place: SalePlace }) => (
  <li className="flex items-center gap-3.5 border-b border-line py-3 leading-[1.3rem] last:border-0 last:pb-0">
    <span className="grid size-14 shrink-0 place-items-center rounded-md bg-brand-soft">
      <FoodIcon slug={place.categories[0]?.slug ?? ''} className="size-9" />
    </span>
    <span className="min-w-0">
      <b className="block break-words">{place.name}</b>
      <span className="block text-sm break-words text-2">{place.address}</span>
    </span>
  </li>
);
