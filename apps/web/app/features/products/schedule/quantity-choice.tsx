import { useTranslation } from 'react-i18next';
import { ChoiceButton } from '../../../ui/form/choice-button.tsx';
import { QUANTITY_OPTIONS } from './schedule.rules.ts';

/** How many packs a day. */
export function QuantityChoice({ value, onChange }: { value: string; onChange: (quantity: string) => void }) {
  const { t } = useTranslation('seller');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 text-sm font-semibold">{t('schedule.quantity')}</legend>
      <div className="grid grid-cols-4 gap-3 sm:grid-cols-7">
        {QUANTITY_OPTIONS.map((quantity) => (
          <ChoiceButton
            key={quantity}
            shape="tile"
            selected={value === quantity}
            onClick={() => onChange(quantity)}
            className="font-display text-[1.25rem] leading-none font-bold"
          >
            {quantity}
          </ChoiceButton>
        ))}
      </div>
    </fieldset>
  );
}
