import { useQuery } from '@tanstack/react-query';
import { allergens, diets } from '@wopack/contract/vocabulary';
import { centsFromEuros, maxOldPriceCents } from '@wopack/domain';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconChevronDown } from '#icons';
import { toCents } from '../../../lib/format/format.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Price } from '../../../ui/display/price.tsx';
import { InlineError } from '../../../ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ChoiceChip, ChoiceChips } from '../../../ui/form/choice/choice-chips.tsx';
import { ChoiceTile, ChoiceTiles } from '../../../ui/form/choice/choice-tiles.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { priceTiersQuery } from '../products.api.ts';
import { type AllergenName, type DietName, normalizeDecimal, type ProductDraft } from './product-draft.ts';

interface Props {
  /** Euros. */
  value: number | null;
  onChange: (euros: number) => void;
  error?: string;
}

/** Allowed prices, each with the seller's part. */
export function PriceChoice({ value, onChange, error }: Props) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const priceTiers = useQuery(priceTiersQuery);
  return (
    <ChoiceTiles
      legend={t('pack.price')}
      value={value === null ? null : toCents(value)}
      onChange={(cents) => onChange(cents / 100)}
      error={error}
    >
      {priceTiers.data ? (
        <div className={gridClass}>
          {priceTiers.data.map((tier) => (
            <ChoiceTile key={tier.price_cents} value={tier.price_cents} className="min-h-[84px]">
              <Price cents={tier.price_cents} />
              <span className="text-[.8125rem] font-normal opacity-85">
                {t('pack.youGet', { amount: formatMoney(tier.earning_cents) })}
              </span>
            </ChoiceTile>
          ))}
        </div>
      ) : priceTiers.error ? (
        <InlineError error={priceTiers.error} onRetry={() => priceTiers.refetch()} />
      ) : (
        <Loading className={gridClass}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-[84px] rounded-md" />
          ))}
        </Loading>
      )}
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
  useDefaultOldPrice(form, price, !isNew);
  const minCents = toCents(price ?? 0);
  const maxCents = maxOldPriceCents(minCents);
  return (
    <TextField
      className="max-w-80"
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
          const cents = centsFromEuros(normalizeDecimal(text));
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
function useDefaultOldPrice(
  { setValue, getValues, clearErrors }: UseFormReturn<ProductDraft>,
  price: number | null,
  isEnabled: boolean,
) {
  const { data: priceTiers } = useQuery(priceTiersQuery);
  const previousPrice = useRef(price);
  useEffect(() => {
    if (!isEnabled || !priceTiers || price === null || price === previousPrice.current) return;
    const findDefaultCents = (euros: number | null) =>
      priceTiers.find(({ price_cents }) => euros !== null && price_cents === toCents(euros))?.old_price_cents;
    const currentCents = centsFromEuros(normalizeDecimal(getValues('value')) || '0') ?? 0;
    const isDeclared = currentCents > 0 && currentCents !== findDefaultCents(previousPrice.current);
    const isInRange = currentCents >= toCents(price) && currentCents <= maxOldPriceCents(toCents(price));
    previousPrice.current = price;
    if (isDeclared && isInRange) return;
    setValue('value', String((findDefaultCents(price) ?? toCents(price)) / 100));
    clearErrors('value');
  }, [isEnabled, priceTiers, price, getValues, setValue, clearErrors]);
}

interface AllergenDietFieldsProps {
  allergens: readonly AllergenName[];
  onAllergensChange: (names: AllergenName[]) => void;
  diet: readonly DietName[];
  onDietChange: (names: DietName[]) => void;
}

/** Collapsed, since both are optional; without allergens buyers are told so. */
export function AllergenDietFields(props: AllergenDietFieldsProps) {
  const { t } = useTranslation('seller');
  const count = props.allergens.length + props.diet.length;
  return (
    <details className="group rounded-md inset-ring-[1.5px] inset-ring-line">
      <summary className="flex min-h-[52px] list-none items-center gap-2 rounded-md px-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {t('pack.more')}
        <span className="font-normal text-muted">
          {count ? t('pack.moreCount', { count }) : t('pack.moreHint')}
        </span>
        <IconChevronDown
          className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="grid gap-5 px-4 pt-1 pb-5">
        <MultiChoice
          legend={t('pack.allergens')}
          names={allergens}
          label={(name) => t(`allergens.${name}`)}
          value={props.allergens}
          onChange={props.onAllergensChange}
        />
        <MultiChoice
          legend={t('pack.diet')}
          names={diets}
          label={(name) => t(`diet.${name}`)}
          value={props.diet}
          onChange={props.onDietChange}
        />
      </div>
    </details>
  );
}

interface MultiChoiceProps<T extends string> {
  legend: string;
  names: readonly T[];
  label: (name: T) => string;
  value: readonly T[];
  onChange: (names: T[]) => void;
}

function MultiChoice<T extends string>({ legend, names, label, value, onChange }: MultiChoiceProps<T>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 text-sm font-semibold">{legend}</legend>
      <ChoiceChips value={value} onChange={(selected) => onChange(selected as T[])}>
        {names.map((name) => (
          <ChoiceChip key={name} value={name}>
            {label(name)}
          </ChoiceChip>
        ))}
      </ChoiceChips>
    </fieldset>
  );
}
