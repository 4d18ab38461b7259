import { type ReactNode, useEffect, useRef } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldProblems } from '../../lib/problems.ts';
import { useFocusProblem } from '../../lib/use-focus-problem.ts';
import { CategoryButtons } from '../../ui/category-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { notifyProblem } from '../../ui/toast.ts';
import { CoordinateFields } from './coordinate-fields.tsx';
import { parseDegrees } from './coordinates.ts';
import {
  keepPlaceDraft,
  type PlaceDraft,
  placeRegistered,
  readPlaceDraft,
  registeredPlaceId,
} from './place-draft.ts';
import { useSalePlaceTypes, useSavePlace } from './sale-places.api.ts';

const fields = ['name', 'phone', 'address', 'categories', 'latitude', 'longitude'] as const;

interface Props {
  onSaved: () => void;
  /** The buttons below, told whether the place is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** A venue registered by hand; what is typed is kept at every stroke. */
export function PlaceForm({ onSaved, footer }: Props) {
  const { t } = useTranslation('seller');
  const types = useSalePlaceTypes();
  const save = useSavePlace();
  const form = useForm<PlaceDraft>({ defaultValues: readPlaceDraft(), shouldFocusError: false });
  const { register, control, formState } = form;
  const categories = useController({
    control,
    name: 'categories',
    rules: { validate: (ids) => ids.length > 0 || t('place.typesRequired') },
  });

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepPlaceDraft(values) }),
    [form],
  );

  const element = useRef<HTMLFormElement>(null);
  useFocusProblem(element, formState.submitCount);

  const submit = form.handleSubmit(async (draft) => {
    try {
      const { name, phone, address, categories } = draft;
      const latitude = parseDegrees(draft.latitude, 90)!;
      const longitude = parseDegrees(draft.longitude, 180)!;
      const place = { id: registeredPlaceId(), name, phone, address, categories, latitude, longitude };
      placeRegistered(await save.mutateAsync(place), draft);
      onSaved();
    } catch (error) {
      if (!showFieldProblems(error, form.setError, fields)) notifyProblem(error);
    }
  });

  const required = { required: t('required') };
  return (
    <form ref={element} noValidate onSubmit={submit} className="contents">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('place.name')}
          autoComplete="organization"
          error={formState.errors.name?.message}
          {...register('name', required)}
        />
        <Field
          label={t('place.phone')}
          type="tel"
          autoComplete="tel"
          error={formState.errors.phone?.message}
          {...register('phone', required)}
        />
      </div>
      <Field
        label={t('place.address')}
        autoComplete="street-address"
        error={formState.errors.address?.message}
        {...register('address', required)}
      />
      <CoordinateFields form={form} />
      <CategoryButtons
        legend={t('place.types')}
        hint={t('place.typesHint')}
        categories={types}
        value={categories.field.value}
        onChange={categories.field.onChange}
        error={categories.fieldState.error?.message}
      />
      {footer(formState.isSubmitting)}
    </form>
  );
}
