import { Pill } from '../../../ui/display/pill.tsx';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import type { OfferDetail } from '../offers.api.ts';

export const TypeBadges = ({ types }: { types: OfferDetail['types'] }) => (
  <ul className="flex flex-wrap gap-2">
    {types.map((type) => (
      <li key={type.id}>
        <Pill icon={<FoodIcon slug={type.slug} className="size-[18px]" />}>{type.name}</Pill>
      </li>
    ))}
  </ul>
);
