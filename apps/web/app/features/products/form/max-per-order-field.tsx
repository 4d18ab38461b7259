import { MAX_PER_ORDER } from '@wopack/contract/vocabulary';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ProductDraft } from './product-draft.ts';

/** How many packs a buyer may take in one order. */
export function MaxPerOrderField({ form }: { form: UseFormReturn<ProductDraft> }) {
  const { t } = useTranslation('seller');
  return (
    <div className="grid gap-2">
      <Controller
        control={form.control}
        name="max_per_order"
        render={({ field, fieldState }) => (
          <ChoiceTiles
            legend={t('pack.maxPerOrder')}
            value={field.value}
            onChange={field.onChange}
            {...(fieldState.error?.message && { error: fieldState.error.message })}
            className="grid-cols-4 sm:grid-cols-7"
          >
            {Array.from({ length: MAX_PER_ORDER }, (_, index) => index + 1).map((count) => (
              <ChoiceTile key={count} value={count} className="min-h-12 px-1 py-2 font-bold">
                <span className="sr-only">{t('pack.maxPerOrderOption', { count })}</span>
                <span aria-hidden="true">{count}</span>
              </ChoiceTile>
            ))}
          </ChoiceTiles>
        )}
      />
      <p className="text-sm text-pretty text-muted">{t('pack.maxPerOrderHint')}</p>
    </div>
  );
}
