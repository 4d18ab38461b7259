import { useTranslation } from 'react-i18next';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { quantities } from './week.ts';

/** How many packs a day. */
export function QuantityChoice({ value, onChange }: { value: string; onChange: (quantity: string) => void }) {
  const { t } = useTranslation('seller');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 text-sm font-semibold">{t('schedule.quantity')}</legend>
      <div className="grid grid-cols-4 gap-3 sm:grid-cols-7">
        {quantities.map((quantity) => (
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
