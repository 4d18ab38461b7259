import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { FoodIcon } from '../../../ui/food-icon.tsx';
import type { MapPlace } from './map.api.ts';
import { pinLabel } from './pin-label.ts';

interface Props {
  place: MapPlace;
  /** Its card is on show. */
  selected: boolean;
  /** Its card in the list is pointed at. */
  lit: boolean;
  onPress: () => void;
}

/** A venue on the map: picture and price in a pill. */
export function Pin({ place, selected, lit, onPress }: Props) {
  const { t } = useTranslation('map');
  const { money } = useFormat();
  const { cents, from, soldOut, type } = pinLabel(place);
  const price = soldOut ? t('soldOut') : from ? t('from', { price: money(cents) }) : money(cents);
  const large = selected || lit;
  return (
    <button
      type="button"
      aria-label={t('pin', { name: place.name, price })}
      aria-pressed={selected}
      onClick={(event) => {
        // The map would take it for a press beside the pin, which lets it go.
        event.stopPropagation();
        onPress();
      }}
      className="group relative flex font-text min-h-11 cursor-pointer flex-col items-center justify-end drop-shadow-[0_4px_8px_rgb(52_16_42/.28)] outline-none"
    >
      <span
        className={cx(
          'flex items-center gap-1 rounded-full font-bold whitespace-nowrap group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus',
          large
            ? 'h-[46px] bg-brand pr-[15px] pl-2 text-[1.0625rem] text-on-brand'
            : cx('h-9 bg-raised pr-[11px] pl-1.5 text-sm', soldOut ? 'text-3' : 'text-text'),
        )}
      >
        <FoodIcon
          slug={type}
          className={cx(large ? 'size-8' : 'size-6', soldOut && 'opacity-60 grayscale')}
        />
        {price}
      </span>
      <span
        className={cx(
          '-mt-px [clip-path:polygon(0_0,100%_0,50%_100%)]',
          large ? 'h-[9px] w-4 bg-brand' : 'h-[7px] w-3 bg-raised',
        )}
      />
    </button>
  );
}
