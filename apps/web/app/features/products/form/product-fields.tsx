import { allergens, diets } from '@wopack/contract/vocabulary';
import { type Language, languages } from '@wopack/domain';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { ChoiceChip, ChoiceChips, ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { IconChevronDown } from '@wopack/ui/icons';
import { Fragment } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { OtherLanguages } from '../../../ui/form/seller-fields.tsx';
import { TextLanguageSelect } from '../../../ui/form/text-language-select.tsx';
import { useTextRule } from '../../../ui/form/use-text-rule.ts';
import type { MyProduct } from '../products.api.ts';
import type { AllergenAnswer, AllergenName, DietName, ProductDraft } from './product-draft.ts';

interface AllergenFieldsProps {
  answer: AllergenAnswer | null;
  onAnswerChange: (answer: AllergenAnswer) => void;
  allergens: readonly AllergenName[];
  onAllergensChange: (names: AllergenName[]) => void;
  errors: { answer?: string; allergens?: string };
}

/** Customers must know before they pay. Source: Regulation (EU) No 1169/2011, article 14. */
export function AllergenFields(props: AllergenFieldsProps) {
  const { t } = useTranslation('seller');
  const choose = (answer: AllergenAnswer) => {
    props.onAnswerChange(answer);
    props.onAllergensChange(answer === 'all' ? [...allergens] : []);
  };
  return (
    <div className="grid gap-4">
      <ChoiceTiles
        legend={t('pack.allergenQuestion')}
        value={props.answer}
        onChange={choose}
        error={props.errors.answer}
        className="sm:grid-cols-3"
      >
        {allergenAnswers.map((answer) => (
          <ChoiceTile key={answer} value={answer}>
            {t(`pack.allergenAnswers.${answer}`)}
          </ChoiceTile>
        ))}
      </ChoiceTiles>
      {props.answer === 'some' ? (
        <MultiChoice
          legend={t('pack.allergens')}
          names={allergens}
          label={(name) => t(`allergens.${name}`)}
          value={props.allergens}
          onChange={props.onAllergensChange}
          error={props.errors.allergens}
        />
      ) : null}
    </div>
  );
}

const allergenAnswers = ['some', 'none', 'all'] as const satisfies AllergenAnswer[];

interface DietFieldsProps {
  diet: readonly DietName[];
  onChange: (names: DietName[]) => void;
  error: string | undefined;
}

/** Collapsed, since it is optional, unless something is wrong in it. */
export function DietFields({ diet, onChange, error }: DietFieldsProps) {
  const { t } = useTranslation('seller');
  return (
    <details open={error ? true : undefined} className="group rounded-md inset-ring-[1.5px] inset-ring-line">
      <summary className="flex min-h-[52px] list-none items-center gap-2 rounded-md px-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grid gap-x-2 py-2 sm:flex sm:flex-wrap">
          {t('pack.more')}
          <span className="font-normal text-muted">
            {diet.length ? t('pack.moreCount', { count: diet.length }) : t('pack.moreHint')}
          </span>
        </span>
        <IconChevronDown className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 px-4 pt-1 pb-5">
        <MultiChoice
          legend={t('pack.diet')}
          names={diets}
          label={(name) => t(`diet.${name}`)}
          value={diet}
          onChange={onChange}
          error={error}
        />
      </div>
    </details>
  );
}

const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 2000;

/** Name and description in the language of the main text. */
export function MainTextFields({ form }: { form: UseFormReturn<ProductDraft> }) {
  const { t } = useTranslation('seller');
  const description = useWatch({ control: form.control, name: 'description' });
  const { errors } = form.formState;
  const validateName = useTextRule({ max: MAX_NAME_LENGTH, missing: t('required') });
  const validateDescription = useTextRule({ max: MAX_DESCRIPTION_LENGTH, missing: t('required') });
  return (
    <>
      <TextField
        label={t('pack.name')}
        error={errors.name?.message}
        autoComplete="off"
        {...form.register('name', { validate: validateName })}
      />
      <TextArea
        label={t('pack.description')}
        error={errors.description?.message}
        rows={3}
        length={{ used: description.trim().length, max: MAX_DESCRIPTION_LENGTH }}
        {...form.register('description', { validate: validateDescription })}
      />
    </>
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
  const validateName = useTextRule({ max: MAX_NAME_LENGTH });
  const validateDescription = useTextRule({ max: MAX_DESCRIPTION_LENGTH });
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
        const requireWith =
          (other: 'name' | 'description') =>
          (text: string): true | string =>
            text.trim() !== '' || form.getValues(`texts.${language}.${other}`).trim() === '' || t('required');
        return (
          <Fragment key={language}>
            <TextField
              label={t(`pack.texts.name.${language}`)}
              lang={language}
              hint={getHint(saved?.name)}
              autoComplete="off"
              error={errors.texts?.[language]?.name?.message}
              {...form.register(`texts.${language}.name`, {
                validate: { length: validateName, both: requireWith('description') },
              })}
            />
            <TextArea
              label={t(`pack.texts.description.${language}`)}
              lang={language}
              hint={getHint(saved?.description)}
              rows={2}
              length={{ used: texts[language].description.trim().length, max: MAX_DESCRIPTION_LENGTH }}
              error={errors.texts?.[language]?.description?.message}
              {...form.register(`texts.${language}.description`, {
                validate: { length: validateDescription, both: requireWith('name') },
              })}
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
  error?: string | undefined;
}

function MultiChoice<T extends string>({
  legend,
  names,
  label,
  value,
  onChange,
  error,
}: MultiChoiceProps<T>) {
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
      {error ? (
        <div className="mt-2.5">
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  );
}
