import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';
import { FoodIcon } from '../images/food-icon.tsx';

interface Props {
  name: string;
  /** Slug of the food type to draw. */
  type: string;
}

/** The pin of a sale place; its tip marks the position. */
export const SalePlacePin = ({ name, type }: Props) => (
  <span className="flex flex-col items-center font-text drop-shadow-[0_4px_8px_rgb(52_16_42/.28)]">
    <span
      className={cn(
        'flex h-[46px] max-w-60 items-center gap-1 rounded-full bg-brand px-2 text-[1.0625rem] font-bold text-on-brand',
        name && 'pr-[15px]',
      )}
    >
      <FoodIcon slug={type} className="size-8" />
      {name ? <span className="truncate">{name}</span> : null}
    </span>
    <span className="-mt-px h-[9px] w-4 bg-brand [clip-path:polygon(0_0,100%_0,50%_100%)]" />
  </span>
);

/** The pin in the centre of a map, or of its picture. */
export const CentredSalePlacePin = ({ isFaint = false, ...pin }: Props & { isFaint?: boolean }) => (
  <div
    aria-hidden="true"
    className={cn(
      'pointer-events-none absolute bottom-1/2 left-1/2 -translate-x-1/2',
      isFaint && 'opacity-60',
    )}
  >
    <SalePlacePin {...pin} />
  </div>
);

/** On a built-in map at street level, which is otherwise an empty field. */
export function NoStreetsNote({ className }: { className: string }) {
  const { t } = useTranslation('map');
  return (
    <p
      data-overlay="note"
      className={cn(
        'absolute z-1 max-w-[260px] rounded-sm bg-raised px-3 py-1.5 font-text text-xs text-muted',
        className,
      )}
    >
      {t('noStreets')}
    </p>
  );
}
