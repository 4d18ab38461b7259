import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { problemText, showFieldProblems } from '../../lib/problems.ts';
import { useFocusProblem } from '../../lib/use-focus-problem.ts';
import { CategoryButtons } from '../../ui/category-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldError } from '../../ui/field-frame.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { CoordinateFields } from './coordinate-fields.tsx';
import { type Coordinates, parseDegrees } from './coordinates.ts';
import type { PlaceDraft } from './place-draft.ts';
import { PlaceMap } from './place-map.tsx';
import { PlaceSearch } from './place-search.tsx';
import { type PlaceToSave, useSalePlaceTypes } from './sale-places.api.ts';
import { useSpot } from './use-spot.ts';

const fields = ['name', 'phone', 'address', 'description', 'categories', 'latitude', 'longitude'] as const;

interface Props {
  initial: PlaceDraft;
  /** At every stroke. */
  onDraft?: (draft: PlaceDraft) => void;
  /** Saves it; what it throws is told beside the fields. */
  onSave: (place: Omit<PlaceToSave, 'id'>, draft: PlaceDraft) => Promise<void>;
  /** What the map shows while no spot is chosen. */
  start: Coordinates;
  /** Where the map goes; missing: into the form. Null: not there yet. */
  mapInto?: HTMLElement | null;
  /** Asks for a description too. */
  described?: boolean;
  /** The buttons below, told whether the place is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** A venue: found by its name or written by hand, with its spot on the map. */
export function PlaceForm({ initial, onDraft, onSave, start, mapInto, described = false, footer }: Props) {
  const { t } = useTranslation('seller');
  const types = useSalePlaceTypes();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<PlaceDraft>({ defaultValues: initial, shouldFocusError: false });
  const { register, control, formState } = form;
  const categories = useController({
    control,
    name: 'categories',
    rules: { validate: (ids) => ids.length > 0 || t('place.typesRequired') },
  });
  const { point, name, fill, choose } = useSpot(form);

  const tell = useRef(onDraft);
  tell.current = onDraft;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => tell.current?.(values) }),
    [form],
  );

  const element = useRef<HTMLFormElement>(null);
  useFocusProblem(element, formState.submitCount);

  const submit = form.handleSubmit(async (draft) => {
    const { found, description, ...typed } = draft;
    setProblem(null);
    try {
      const place = {
        ...typed,
        ...(described && { description }),
        latitude: parseDegrees(draft.latitude, 90)!,
        longitude: parseDegrees(draft.longitude, 180)!,
        isHandWriteAddress: found !== draft.address,
      };
      await onSave(place, draft);
    } catch (error) {
      if (!showFieldProblems(error, form.setError, fields)) setProblem(problemText(error));
    }
  });

  const type = types.data?.find(({ id }) => id === categories.field.value[0])?.slug ?? '';
  const map = { point, start, name, type, onMove: fill };
  const required = { required: t('required') };
  return (
    <form ref={element} noValidate onSubmit={submit} className="contents">
      <PlaceSearch onFound={choose} onByHand={() => form.setFocus('name')} />
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
      {mapInto === undefined ? <PlaceMap look="box" {...map} /> : null}
      {mapInto ? createPortal(<PlaceMap look="panel" {...map} />, mapInto) : null}
      <CoordinateFields form={form} fill={fill} />
      <CategoryButtons
        legend={t('place.types')}
        hint={t('place.typesHint')}
        categories={types}
        value={categories.field.value}
        onChange={categories.field.onChange}
        error={categories.fieldState.error?.message}
      />
      {described ? (
        <TextArea
          label={t('place.description')}
          hint={t('place.descriptionHint')}
          rows={3}
          maxLength={1000}
          error={formState.errors.description?.message}
          {...register('description')}
        />
      ) : null}
      {problem ? <FieldError>{problem}</FieldError> : null}
      {footer(formState.isSubmitting)}
    </form>
  );
}
