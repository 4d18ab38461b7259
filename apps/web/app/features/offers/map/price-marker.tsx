import { cn } from '@wopack/ui/cn.ts';
import { IconArrowsShuffle, IconHourglass } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import type { MapSalePlace } from '../offers.api.ts';

interface Props {
  salePlace: MapSalePlace;
  /** Its card is shown. */
  selected: boolean;
  /** Its card in the list is hovered or focused. */
  highlighted: boolean;
  onPress: () => void;
}

export function PriceMarker({ salePlace, selected, highlighted, onPress }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { formatMoney } = useFormat();
  const { cents, isFromPrice, soldOut, type, mode } = buildPriceLabel(salePlace);
  const price = soldOut
    ? t('soldOut')
    : isFromPrice
      ? t('from', { price: formatMoney(cents) })
      : formatMoney(cents);
  const isActive = selected || highlighted;
  return (
    <button
      type="button"
      aria-label={t('pin', {
        name: salePlace.name,
        price: mode === null ? price : `${price}, ${t(`offers:${mode}`)}`,
      })}
      aria-pressed={selected}
      onClick={(event) => {
        // The map would treat it as a press on the ground, which clears the selection.
        event.stopPropagation();
        onPress();
      }}
      className="group relative flex font-text min-h-11 cursor-pointer flex-col items-center justify-end drop-shadow-[0_4px_8px_rgb(52_16_42/.28)] outline-none"
    >
      <span
        className={cn(
          'relative flex items-center gap-1 rounded-full font-bold whitespace-nowrap group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus',
          isActive
            ? 'h-[46px] bg-brand pr-[15px] pl-2 text-[1.0625rem] text-on-brand'
            : cn('h-9 bg-raised pr-[11px] pl-1.5 text-sm', soldOut ? 'text-hint' : 'text-text'),
        )}
      >
        <FoodIcon
          slug={type}
          className={cn(isActive ? 'size-8' : 'size-6', soldOut && 'opacity-60 grayscale')}
        />
        {price}
        {mode === null ? null : (
          <span
            className={cn(
              'absolute -top-2 -right-1.5 grid size-[22px] place-items-center rounded-full [&_svg]:size-3.5',
              mode === 'draw' ? 'bg-inverse text-brand dark:text-page' : 'bg-paper text-on-paper',
            )}
          >
            {mode === 'draw' ? (
              <IconArrowsShuffle aria-hidden="true" />
            ) : (
              <IconHourglass aria-hidden="true" />
            )}
          </span>
        )}
      </span>
      <span
        className={cn(
          '-mt-px [clip-path:polygon(0_0,100%_0,50%_100%)]',
          isActive ? 'h-[9px] w-4 bg-brand' : 'h-[7px] w-3 bg-raised',
        )}
      />
    </button>
  );
}

export interface PriceLabel {
  /** The lowest price of what is available; of everything when all is sold out. */
  cents: number;
  /** There are several offers at different prices. */
  isFromPrice: boolean;
  soldOut: boolean;
  /** Slug of the food type to draw. */
  type: string;
  /** The offer with that price is drawn, or waited for. */
  mode: MapSalePlace['products'][number]['mode'];
}

/** Accessible name of a pin. */
export function buildPriceLabel({
  products,
  products_count: count,
}: Pick<MapSalePlace, 'products' | 'products_count'>): PriceLabel {
  const available = products.filter(({ quantity }) => quantity > 0);
  const soldOut = available.length === 0;
  const candidates = soldOut ? products : available;
  const prices = candidates.map(({ price }) => Math.round(price * 100));
  const cents = Math.min(...prices);
  const cheapest = candidates.find((_, i) => prices[i] === cents);
  return {
    cents,
    soldOut,
    isFromPrice: !soldOut && (count > products.length || prices.some((price) => price !== cents)),
    type: cheapest?.type ?? '',
    mode: cheapest?.mode ?? null,
  };
}
