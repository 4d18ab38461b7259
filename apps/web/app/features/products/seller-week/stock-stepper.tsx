import { MAX_UNITS_PER_DAY } from '@wopack/domain';
import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { IconMinus, IconPlus } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { type Slot, useSlotChange } from './seller-week.api.ts';

export function useSlotQuantity() {
  const { t } = useTranslation('week');
  const { mutate } = useSlotChange(call);
  const setQuantity = (slot: Slot, quantity: number) => mutate({ slot, quantity });
  return {
    setQuantity,
    markSoldOut: (slot: Slot, name: string) => {
      mutate({ slot, quantity: null });
      showToast(t('soldOutDone', { name }), {
        label: t('undo'),
        run: () => setQuantity(slot, slot.quantity),
      });
    },
  };
}

interface Props {
  slot: Slot;
  /** Name of the product, with the date where that is not shown beside it. */
  name: string;
}

/** Units left of a slot, with buttons for one more and one fewer; a press on the number opens a field for another one. */
export function StockStepper({ slot, name }: Props) {
  const { t } = useTranslation('week');
  const { setQuantity } = useSlotQuantity();
  const [isTyping, setIsTyping] = useState(false);
  const takenCount = slot.quantity - slot.left;
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
        <IconMinus />
      </IconButton>
      {isTyping ? (
        <LeftInput
          left={slot.left}
          max={MAX_UNITS_PER_DAY - takenCount}
          onDone={(left) => {
            setIsTyping(false);
            if (left !== null && left !== slot.left) setQuantity(slot, takenCount + left);
          }}
        />
      ) : (
        // Not inside of the button, where changes would not be announced.
        <span className="relative grid min-h-11 content-center">
          <output className="grid min-w-11 justify-items-center leading-none">
            <b className="font-display text-[1.25rem] tabular-nums">{slot.left}</b>
            <span className="mt-1 text-xs text-muted">{t('left', { count: slot.left })}</span>
          </output>
          <button
            type="button"
            aria-label={t('setLeft')}
            title={t('setLeft')}
            onClick={() => setIsTyping(true)}
            className="absolute inset-0 rounded-sm inset-ring-line-strong hover:inset-ring-[1.5px]"
          />
        </span>
      )}
      <IconButton
        variant="flat"
        label={slot.quantity >= MAX_UNITS_PER_DAY ? t('most', { count: MAX_UNITS_PER_DAY }) : t('more')}
        disabled={slot.quantity >= MAX_UNITS_PER_DAY}
        onClick={() => setQuantity(slot, slot.quantity + 1)}
        className="disabled:opacity-40"
      >
        <IconPlus />
      </IconButton>
    </fieldset>
  );
}

/** The press that opens the field is meant for it. */
function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

interface LeftInputProps {
  left: number;
  max: number;
  /** Null: as it was. */
  onDone: (left: number | null) => void;
}

/** Enter and leaving the field save, Escape does not; a number that cannot be is taken for the nearest one. */
function LeftInput({ left, max, onDone }: LeftInputProps) {
  const { t } = useTranslation('week');
  const [text, setText] = useState(String(left));
  const isCancelledRef = useRef(false);
  const typed = /^\d+$/.test(text.trim()) ? Math.min(Number(text), max) : null;
  return (
    <input
      ref={selectAll}
      inputMode="numeric"
      aria-label={t('setLeft')}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => onDone(isCancelledRef.current ? null : typed)}
      onKeyDown={({ key, currentTarget }) => {
        isCancelledRef.current = key === 'Escape';
        if (key === 'Enter' || key === 'Escape') currentTarget.blur();
      }}
      className={cn(controlVariants(), 'h-11 w-16 px-2 text-center tabular-nums')}
    />
  );
}
