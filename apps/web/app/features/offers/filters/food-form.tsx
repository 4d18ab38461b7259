import { useQuery } from '@tanstack/react-query';
import { allergens, diets } from '@wopack/contract/vocabulary';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { IconInfoCircle } from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../lib/data/shared-queries.ts';
import type { OffersQuery } from '../offers.api.ts';
import {
  countChosen,
  type FoodChoice,
  NO_FOOD,
  suitableOffersQuery,
  useFoodNames,
  useKeepFood,
} from './food.ts';

interface Props {
  food: FoodChoice;
  /** Where offers are counted. */
  near: OffersQuery;
  onDone: (food: FoodChoice) => void;
  /** In the account, rather than beside a list. */
  isOfAccount?: boolean;
}

/** Diets and allergens, with how many of the packs nearby suit the choice. Who is signed in may keep it in the account. */
export default function FoodForm({ food, near, onDone, isOfAccount = false }: Props) {
  const { t } = useTranslation('offers');
  const { data: me } = useMe();
  const [choice, setChoice] = useState(food);
  const keep = useKeepFood();
  const wasKept = me?.food !== undefined && me.food.diets.length + me.food.free_of.length > 0;
  const [isKept, setIsKept] = useState(wasKept || isOfAccount);
  const { data: counts } = useQuery(suitableOffersQuery(near, choice));
  const hasChoice = countChosen(choice) > 0;
  const names = useFoodNames(choice);
  const finish = () => {
    if (!me || (!isKept && !wasKept)) return onDone(choice);
    keep.mutate(isKept ? choice : NO_FOOD, { onSuccess: () => onDone(choice), onError: showErrorToast });
  };
  const shown = counts && counts.suitable + (choice.hasUnnamed ? counts.unnamed : 0);
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <ChipGroup
        label={t('food.diets')}
        value={choice.diets}
        names={diets}
        nameOf={(name) => t(`diets.${name}`)}
        onChange={(next) => setChoice({ ...choice, diets: next })}
      />
      <ChipGroup
        label={t('food.allergens')}
        aside={choice.freeOf.length > 0 ? t('food.chosen', { number: choice.freeOf.length }) : null}
        isExclusion
        value={choice.freeOf}
        names={allergens}
        nameOf={(name) => t(`allergens.${name}`)}
        onChange={(next) => setChoice({ ...choice, freeOf: next })}
      />
      <p className="flex gap-2.5 text-sm text-pretty text-muted">
        <IconInfoCircle className="size-5 shrink-0" />
        {t('food.ask')}
      </p>
      {choice.freeOf.length > 0 && !isOfAccount ? (
        <Switch
          label={t('food.unnamed', { number: counts?.unnamed ?? 0 })}
          hint={t('food.unnamedHint')}
          checked={choice.hasUnnamed}
          onChange={(hasUnnamed) => setChoice({ ...choice, hasUnnamed })}
        />
      ) : null}
      {me && !isOfAccount && (hasChoice || wasKept) ? (
        <Switch
          label={t('food.keep')}
          hint={names ? t('food.keepHint', { names }) : t('food.keepNothing')}
          checked={isKept}
          onChange={setIsKept}
        />
      ) : null}
      {me ? null : <p className="text-sm text-pretty text-muted">{t('food.guest')}</p>}
      <div className="grid gap-2">
        <Button type="submit" variant="brand" fullWidth loading={keep.isPending}>
          {isOfAccount
            ? t('food.save')
            : hasChoice && shown !== undefined
              ? t('food.show', { number: shown })
              : t('food.showAll')}
        </Button>
        {hasChoice ? (
          <TextButton className="justify-self-center" onClick={() => setChoice(NO_FOOD)}>
            {t('food.clear')}
          </TextButton>
        ) : null}
        <p role="status" className="text-center text-sm text-pretty text-muted">
          {hasChoice && counts
            ? t('food.counts', {
                total: counts.total,
                suitable: counts.suitable,
                other: counts.total - counts.suitable - counts.unnamed,
                unnamed: counts.unnamed,
              })
            : null}
        </p>
      </div>
    </form>
  );
}

interface ChipGroupProps<Name extends string> {
  label: string;
  aside?: ReactNode;
  value: readonly Name[];
  names: readonly Name[];
  nameOf: (name: Name) => string;
  isExclusion?: boolean;
  onChange: (names: Name[]) => void;
}

function ChipGroup<Name extends string>({
  label,
  aside,
  value,
  names,
  nameOf,
  isExclusion = false,
  onChange,
}: ChipGroupProps<Name>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 flex w-full flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-base font-bold">{label}</span>
        {aside ? <span className="text-sm text-muted">{aside}</span> : null}
      </legend>
      <ChoiceChips value={value} onChange={(next) => onChange(names.filter((name) => next.includes(name)))}>
        {names.map((name) => (
          <ChoiceChip key={name} value={name} isExclusion={isExclusion}>
            {nameOf(name)}
          </ChoiceChip>
        ))}
      </ChoiceChips>
    </fieldset>
  );
}
