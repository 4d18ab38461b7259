import { IconChevronDown } from '@tabler/icons-react';
import { allergens, diets } from '@wopack/contract/vocabulary';
import { useTranslation } from 'react-i18next';
import { ChoiceChip, ChoiceChips } from '../../../ui/form/choice/choice-chips.tsx';
import type { AllergenName, DietName } from './product-draft.ts';

interface Props {
  allergens: readonly AllergenName[];
  onAllergensChange: (names: AllergenName[]) => void;
  diet: readonly DietName[];
  onDietChange: (names: DietName[]) => void;
}

/** Collapsed, since both are optional. */
export function AllergenDietFields(props: Props) {
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
