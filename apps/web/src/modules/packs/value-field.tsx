import { centsFromEuros, maxOldPriceCents } from '@wopack/rules';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toCents } from '../../lib/format.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Field } from '../../ui/field.tsx';
import type { PackDraft } from './pack-draft.ts';
import { usePriceTiers } from './packs.api.ts';

/** '12,50' as '12.50'. */
export const dotted = (text: string): string => text.trim().replace(',', '.');

/** What the content is worth: buyers see it struck through. */
export function ValueField({ form }: { form: UseFormReturn<PackDraft> }) {
  const { t } = useTranslation('seller');
  const { money } = useFormat();
  const price = useWatch({ control: form.control, name: 'price' });
  useUsualValue(form, price);
  const least = toCents(price ?? 0);
  const most = maxOldPriceCents(least);
  return (
    <Field
      className="max-w-80"
      label={t('pack.value')}
      hint={price ? t('pack.valueHint', { limit: money(most) }) : undefined}
      inputMode="decimal"
      autoComplete="off"
      end={<span className="pr-3 text-2">€</span>}
      error={form.formState.errors.value?.message}
      {...form.register('value', {
        validate: (text) => {
          if (!text.trim()) return true;
          const cents = centsFromEuros(dotted(text));
          const fits = cents !== null && cents >= least && cents <= most;
          return fits || t('pack.valueWrong', { least: money(least), most: money(most) });
        },
      })}
    />
  );
}

/** With another price comes its usual value, unless the one that is there was declared and still fits. */
function useUsualValue({ setValue, getValues, clearErrors }: UseFormReturn<PackDraft>, price: number | null) {
  const { data: tiers } = usePriceTiers();
  const before = useRef(price);
  useEffect(() => {
    if (!tiers || price === null || price === before.current) return;
    const usual = (euros: number | null) =>
      tiers.find(({ price_cents }) => euros !== null && price_cents === toCents(euros))?.old_price_cents;
    const now = centsFromEuros(dotted(getValues('value')) || '0') ?? 0;
    const declared = now > 0 && now !== usual(before.current);
    const fits = now >= toCents(price) && now <= maxOldPriceCents(toCents(price));
    before.current = price;
    if (declared && fits) return;
    setValue('value', String((usual(price) ?? toCents(price)) / 100));
    clearErrors('value');
  }, [tiers, price, getValues, setValue, clearErrors]);
}
