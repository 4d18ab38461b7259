import { useQuery } from '@tanstack/react-query';
import { allergens, diets } from '@wopack/contract/vocabulary';
import { centsFromEuros, type Language, languages, maxOldPriceCents } from '@wopack/domain';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice/choice-chips.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice/choice-tiles.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconChevronDown } from '@wopack/ui/icons';
import { Fragment, useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Price } from '../../../ui/display/price.tsx';
import { OtherLanguages, TextLanguageSelect } from '../../../ui/form/text-languages.tsx';
import { type MyProduct, priceTiersQuery } from '../products.api.ts';
import { type AllergenName, type DietName, normalizeDecimal, type ProductDraft } from './product-draft.ts';

interface Props {
  /** Euros. */
  value: number | null;
  onChange: (euros: number) => void;
  /** The product's price, if it cannot be chosen any more; the product may keep it. */
  retiredCents?: number | null;
  error?: string;
}

/** Allowed prices, each with the seller's part. */
export function PriceChoice({ value, onChange, retiredCents = null, error }: Props) {
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
          {retiredCents === null ? null : (
            <ChoiceTile value={retiredCents} className="min-h-[84px]">
              <Price cents={retiredCents} />
              <span className="text-[.8125rem] font-normal opacity-85">{t('pack.retiredPrice')}</span>
            </ChoiceTile>
          )}
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
        <span className="grid gap-x-2 py-2 sm:flex sm:flex-wrap">
          {t('pack.more')}
          <span className="font-normal text-muted">
            {count ? t('pack.moreCount', { count }) : t('pack.moreHint')}
          </span>
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

/** Language of the main text, which changes places with the text that the seller has written in the chosen language. */
export function TextLanguageField({ form }: { form: UseFormReturn<ProductDraft> }) {
  const language = useWatch({ control: form.control, name: 'language' });
  const choose = (nextLanguage: Language) => {
    const { name, description, texts } = form.getValues();
    const nextText = texts[nextLanguage];
    if (nextText.name.trim() || nextText.description.trim()) {
      form.setValue(`texts.${language}`, { name, description });
      form.setValue(`texts.${nextLanguage}`, { name: '', description: '' });
      form.setValue('name', nextText.name);
      form.setValue('description', nextText.description);
    }
    form.setValue('language', nextLanguage);
  };
  return <TextLanguageSelect value={language} onChange={choose} />;
}

const Translation = ({ language, text }: { language: Language; text: string }) => (
  <span lang={language}>{text}</span>
);

interface TextsFieldsProps {
  form: UseFormReturn<ProductDraft>;
  /** Texts of the saved product, with those of the translation service. */
  savedTexts: MyProduct['texts'];
}

/** Collapsed: name and description in the languages other than that of the main text. */
export function TextsFields({ form, savedTexts }: TextsFieldsProps) {
  const { t } = useTranslation('seller');
  const [ownLanguage, texts] = useWatch({ control: form.control, name: ['language', 'texts'] });
  const otherLanguages = languages.filter((language) => language !== ownLanguage);
  const count = otherLanguages.filter((language) => texts[language].name.trim()).length;
  const { errors } = form.formState;
  return (
    <OtherLanguages count={count} hasErrors={errors.texts !== undefined}>
      {otherLanguages.map((language) => {
        const saved = savedTexts[language];
        const getHint = (text: string | undefined) =>
          saved?.translated && text ? (
            <Trans
              t={t}
              i18nKey="pack.texts.automatic"
              components={{ text: <Translation language={language} text={text} /> }}
            />
          ) : undefined;
        const requireWith = (other: 'name' | 'description') => ({
          validate: (text: string) =>
            text.trim() !== '' || form.getValues(`texts.${language}.${other}`).trim() === '' || t('required'),
        });
        return (
          <Fragment key={language}>
            <TextField
              label={t(`pack.texts.name.${language}`)}
              lang={language}
              hint={getHint(saved?.name)}
              maxLength={120}
              autoComplete="off"
              error={errors.texts?.[language]?.name?.message}
              {...form.register(`texts.${language}.name`, requireWith('description'))}
            />
            <TextArea
              label={t(`pack.texts.description.${language}`)}
              lang={language}
              hint={getHint(saved?.description)}
              maxLength={2000}
              rows={2}
              error={errors.texts?.[language]?.description?.message}
              {...form.register(`texts.${language}.description`, requireWith('name'))}
            />
          </Fragment>
        );
      })}
    </OtherLanguages>
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
