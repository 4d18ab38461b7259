import { MAX_WEIGHT_GRAMS, MIN_WEIGHT_GRAMS } from '@wopack/contract/vocabulary';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ProductDraft } from './product-draft.ts';

const isWeight = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= MIN_WEIGHT_GRAMS && Number(text) <= MAX_WEIGHT_GRAMS;

/** What the content weighs at least: sums of kilograms are made of it. */
export function WeightField({ form }: { form: UseFormReturn<ProductDraft> }) {
  const { t } = useTranslation('seller');
  return (
    <div className="sm:max-w-80">
      <TextField
        label={t('pack.weight')}
        hint={t('pack.weightHint')}
        inputMode="numeric"
        autoComplete="off"
        endAdornment={<span className="pr-3 text-muted">{t('pack.grams')}</span>}
        error={form.formState.errors.weight?.message}
        {...form.register('weight', {
          validate: (text) =>
            text.trim() === '' ||
            isWeight(text.trim()) ||
            t('pack.weightWrong', { from: MIN_WEIGHT_GRAMS, to: MAX_WEIGHT_GRAMS }),
        })}
      />
    </div>
  );
}
