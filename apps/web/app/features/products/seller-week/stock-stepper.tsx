import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Slot } from './seller-week-cache.ts';
import { useSlotQuantity } from './use-slot-quantity.ts';

/** Source: docs/specification.md, Stock. */
const MAX_QUANTITY = 7;

interface Props {
  slot: Slot;
  /** Of the pack, and of the day where that is not said beside it. */
  name: string;
}

/** How many are left of a day, one up or down with a tap. */
export function StockStepper({ slot, name }: Props) {
  const { t } = useTranslation('week');
  const { setQuantity } = useSlotQuantity();
  return (
    <fieldset className="inline-flex items-center gap-1">
      <legend className="sr-only">{t('leftOf', { name })}</legend>
      <IconButton
        variant="flat"
        label={t('fewer')}
        disabled={slot.left === 0}
        onClick={() => setQuantity(slot, slot.quantity - 1)}
        className="disabled:opacity-40"
      >
        <IconMinus aria-hidden="true" />
      </IconButton>
      <output className="grid min-w-11 justify-items-center leading-none">
        <b className="font-display text-[1.25rem] tabular-nums">{slot.left}</b>
        <span className="mt-1 text-xs text-muted">{t('left', { count: slot.left })}</span>
      </output>
      <IconButton
        variant="flat"
        label={slot.quantity >= MAX_QUANTITY ? t('most', { count: MAX_QUANTITY }) : t('more')}
        disabled={slot.quantity >= MAX_QUANTITY}
        onClick={() => setQuantity(slot, slot.quantity + 1)}
        className="disabled:opacity-40"
      >
        <IconPlus aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
