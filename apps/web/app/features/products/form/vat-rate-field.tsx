import { MAINLAND_VAT_RATES } from '@wopack/domain';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { type ProductDraft, parseVatPercent } from './product-draft.ts';

/** The rate of the business, one of the Portuguese mainland, another one, or several. */
export function VatRateField({ form }: { form: UseFormReturn<ProductDraft> }) {
  const { t } = useTranslation('seller');
  const { formatPercent } = useFormat();
  const choice = useWatch({ control: form.control, name: 'vat' });
  const { errors } = form.formState;
  return (
    <div className="grid gap-3.5 sm:max-w-80">
      <Select label={t('pack.vat')} hint={t('pack.vatHint')} {...form.register('vat')}>
        <option value="">{t('pack.vatOfBusiness')}</option>
        {MAINLAND_VAT_RATES.map((rate) => (
          <option key={rate} value={rate}>
            {formatPercent(rate)}
          </option>
        ))}
        <option value="mixed">{t('pack.vatMixed')}</option>
        <option value="other">{t('pack.vatOther')}</option>
      </Select>
      {choice === 'other' ? (
        <TextField
          label={t('pack.vatPercent')}
          inputMode="decimal"
          autoComplete="off"
          endAdornment={<span className="pr-3 text-muted">%</span>}
          error={errors.vatPercent?.message}
          {...form.register('vatPercent', {
            validate: (text) => parseVatPercent(text) !== null || t('pack.vatWrong'),
          })}
        />
      ) : null}
    </div>
  );
}
