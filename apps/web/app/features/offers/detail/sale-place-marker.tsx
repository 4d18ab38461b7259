import { FoodIcon } from '../../../ui/images/food-icon.tsx';

interface Props {
  name: string;
  /** Slug of the food type to draw. */
  type: string;
}

/** The pin of a sale place; its lower end marks the position. */
export const SalePlaceMarker = ({ name, type }: Props) => (
  <span className="flex flex-col items-center font-text drop-shadow-[0_4px_8px_rgb(52_16_42/.28)]">
    <span className="flex h-[46px] max-w-60 items-center gap-1 rounded-full bg-brand pr-[15px] pl-2 text-[1.0625rem] font-bold text-on-brand">
      <FoodIcon slug={type} className="size-8" />
      <span className="truncate">{name}</span>
    </span>
    <span className="-mt-px h-[9px] w-4 bg-brand [clip-path:polygon(0_0,100%_0,50%_100%)]" />
  </span>
);
