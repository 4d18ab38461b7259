import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { maxOldPriceCents } from '@wopack/domain';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { parseTypedCents, toCents } from '@wopack/ui/format.ts';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Price } from '../../../ui/price.tsx';
import { priceTiersQuery } from '../products.api.ts';
import type { ProductDraft } from './product-draft.ts';

interface Props {
  /** Euros. */
  value: number | null;
  onChange: (euros: number, priceTiers: readonly PriceTier[]) => void;
  /** The product's price, if it cannot be chosen any more; the product may keep it. */
  retiredCents?: number | null;
  error?: string;
}

type PriceTier = Reply<'listPriceTiers'>['data'][number];

/** Allowed prices, each with the seller's part. */
export function PriceChoice({ value, onChange, retiredCents = null, error }: Props) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const query = useQuery(priceTiersQuery);
  return (
    <ChoiceTiles
      legend={t('pack.price')}
      value={value === null ? null : toCents(value)}
      onChange={(cents) => onChange(cents / 100, query.data ?? [])}
      error={error}
    >
      <QueryState
        query={query}
        loading={<LoadingRows count={4} row="h-[84px] rounded-md" className={gridClass} />}
        isInline
      >
        {(priceTiers) => (
          <div className={gridClass}>
            {priceTiers.map((tier) => (
              <ChoiceTile key={tier.price_cents} value={tier.price_cents} className="min-h-[84px]">
                <Price cents={tier.price_cents} />
                <span className="text-[.8125rem] font-normal opacity-85">
                  {t('pack.youGet', { amount: formatMoney(tier.earning_cents) })}
                </span>
              </ChoiceTile>
            ))}
            {retiredCents === null ? null : (
              <ChoiceTile value={retiredCents} className="min-h-[84px]">
                <Price cents={retiredCents} />
                <span className="text-[.8125rem] font-normal opacity-85">{t('pack.retiredPrice')}</span>
              </ChoiceTile>
            )}
          </div>
        )}
      </QueryState>
    </ChoiceTiles>
  );
}

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-3';

interface OldPriceFieldProps {
  form: UseFormReturn<ProductDraft>;
  /** Must be declared; otherwise empty means unchanged, and a new price sets its default. */
  isNew: boolean;
}

/** Value of the content; buyers see it struck through. */
export function OldPriceField({ form, isNew }: OldPriceFieldProps) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const price = useWatch({ control: form.control, name: 'price' });
  const minCents = toCents(price ?? 0);
  const maxCents = maxOldPriceCents(minCents);
  return (
    <TextField
      className="sm:max-w-80"
      label={t('pack.value')}
      hint={[price && t('pack.valueHint', { limit: formatMoney(maxCents) }), t('pack.valueShown')]
        .filter(Boolean)
        .join(' ')}
      inputMode="decimal"
      autoComplete="off"
      endAdornment={<span className="pr-3 text-muted">€</span>}
      error={form.formState.errors.value?.message}
      {...form.register('value', {
        validate: (text) => {
          if (!text.trim()) return !isNew || t('pack.valueRequired');
          const cents = parseTypedCents(text);
          const isInRange = cents !== null && cents >= minCents && cents <= maxCents;
          return (
            isInRange || t('pack.valueWrong', { least: formatMoney(minCents), most: formatMoney(maxCents) })
          );
        },
      })}
    />
  );
}

/** A new price sets its default value, unless the declared one still fits. */
export function setDefaultOldPrice(
  { setValue, getValues, clearErrors }: UseFormReturn<ProductDraft>,
  price: number,
  priceTiers: readonly PriceTier[],
): void {
  const findDefaultCents = (euros: number | null) =>
    priceTiers.find(({ price_cents }) => euros !== null && price_cents === toCents(euros))?.old_price_cents;
  const currentCents = parseTypedCents(getValues('value')) ?? 0;
  const isDeclared = currentCents > 0 && currentCents !== findDefaultCents(getValues('price'));
  const isInRange = currentCents >= toCents(price) && currentCents <= maxOldPriceCents(toCents(price));
  if (isDeclared && isInRange) return;
  setValue('value', String((findDefaultCents(price) ?? toCents(price)) / 100));
  clearErrors('value');
}
