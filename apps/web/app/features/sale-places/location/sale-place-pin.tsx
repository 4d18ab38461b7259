import { cn } from '@wopack/ui/cn.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';

/** The pin in the centre of a map; its tip is the position. */
export const SalePlacePin = ({ name, type, faint }: { name: string; type: string; faint: boolean }) => (
  <span
    aria-hidden="true"
    className={cn(
      'pointer-events-none absolute bottom-1/2 left-1/2 flex -translate-x-1/2 flex-col items-center font-text drop-shadow-[0_4px_8px_rgb(52_16_42/.28)]',
      faint && 'opacity-60',
    )}
  >
    <span className="flex h-[46px] max-w-60 items-center gap-1 rounded-full bg-brand px-2 text-[1.0625rem] font-bold text-on-brand">
      <FoodIcon slug={type} className="size-8" />
      {name ? <span className="truncate pr-2">{name}</span> : null}
    </span>
    <span className="-mt-px h-[9px] w-4 bg-brand [clip-path:polygon(0_0,100%_0,50%_100%)]" />
  </span>
);
