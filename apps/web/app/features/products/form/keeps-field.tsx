import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ProductDraft } from './product-draft.ts';

/** Buyers may withdraw for 14 days from what does not spoil quickly. */
export function KeepsField({ form }: { form: UseFormReturn<ProductDraft> }) {
  const { t } = useTranslation('seller');
  return (
    <div>
      <Checkbox {...form.register('keeps')}>{t('pack.keeps')}</Checkbox>
      <p className="pl-9 text-sm text-pretty text-muted">{t('pack.keepsHint')}</p>
    </div>
  );
}
