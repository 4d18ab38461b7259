import { ApiError } from '@wopack/contract/client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isOffline, problemText, showFieldProblems } from '../../lib/problems.ts';
import { useFocusProblem } from '../../lib/use-focus-problem.ts';
import { CategoryButtons } from '../../ui/category-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldError } from '../../ui/field-frame.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { PackDetails } from './pack-details.tsx';
import type { PackDraft } from './pack-draft.ts';
import { useProductTypes } from './packs.api.ts';
import { PhotoZone } from './photo-zone.tsx';
import { PriceChoice } from './price-choice.tsx';
import { usePhotos } from './use-photos.ts';
import { ValueField } from './value-field.tsx';

const fields = ['categories', 'name', 'description', 'photo', 'price'] as const;
const renamed = new Map([
  ['sale_place_id', 'place'],
  ['old_price', 'value'],
] as const);

interface Props {
  initial: PackDraft;
  /** At every stroke. */
  onDraft?: (draft: PackDraft) => void;
  /** Saves it; what it throws is told beside the fields. Goes on with whatever was typed meanwhile. */
  onSave: (pack: PackDraft & { price: number }) => Promise<void>;
  /** Where one may choose the venue and name the value of the content. */
  places?: readonly { id: number; name: string }[];
  /** The buttons below, told whether the pack is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** What goes in the bag. */
export function PackForm({ initial, onDraft, onSave, places, footer }: Props) {
  const { t } = useTranslation('seller');
  const types = useProductTypes();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<PackDraft>({ defaultValues: initial, shouldFocusError: false });
  const { register, control, formState } = form;
  const required = { validate: (text: string) => text.trim() !== '' || t('required') };

  const categories = useController({
    control,
    name: 'categories',
    rules: { validate: (ids) => ids.length > 0 || t('pack.categoriesRequired') },
  });
  const price = useController({
    control,
    name: 'price',
    rules: { validate: (euros) => euros !== null || t('pack.priceRequired') },
  });
  const allergens = useController({ control, name: 'allergens' });
  const diet = useController({ control, name: 'diet' });
  const photo = useController({
    control,
    name: 'photo',
    rules: {
      validate: () => {
        if (photos.items.some((item) => item.problem)) return t('pack.photoFailed');
        if (photos.items.some((item) => item.path === null)) return t('pack.photoBusy');
        return photos.items.length > 0 || t('pack.photoRequired');
      },
    },
  });
  const photos = usePhotos(photo.field.value, (paths) => {
    form.setValue('photo', paths, { shouldValidate: formState.isSubmitted });
  });

  const tell = useRef(onDraft);
  tell.current = onDraft;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => tell.current?.(values) }),
    [form],
  );

  const element = useRef<HTMLFormElement>(null);
  useFocusProblem(element, formState.submitCount);

  const submit = form.handleSubmit(async ({ price: euros, ...draft }) => {
    setProblem(null);
    try {
      await onSave({ ...draft, price: euros! });
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 5;
      if (isConflict && error.errors.sale_place_id?.[0]) {
        form.setError('place', { message: error.errors.sale_place_id[0] }, { shouldFocus: true });
      } else if (!showFieldProblems(error, form.setError, fields, renamed)) {
        const said = isOffline(error) || (error instanceof ApiError && error.code > 0);
        setProblem(said ? problemText(error) : t('pack.failed'));
      }
    }
  });

  return (
    <form ref={element} noValidate onSubmit={submit} className="contents">
      {places && places.length > 1 ? (
        <Select label={t('pack.place')} error={formState.errors.place?.message} {...register('place')}>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      <CategoryButtons
        legend={t('pack.categories')}
        categories={types}
        value={categories.field.value}
        onChange={categories.field.onChange}
        error={categories.fieldState.error?.message}
      />
      <Field
        label={t('pack.name')}
        error={formState.errors.name?.message}
        autoComplete="off"
        {...register('name', required)}
      />
      <TextArea
        label={t('pack.description')}
        error={formState.errors.description?.message}
        rows={3}
        {...register('description', required)}
      />
      <PhotoZone photos={photos} error={photo.fieldState.error?.message} />
      <PriceChoice
        value={price.field.value}
        onChange={price.field.onChange}
        error={price.fieldState.error?.message}
      />
      {places ? <ValueField form={form} /> : null}
      <PackDetails
        allergens={allergens.field.value}
        onAllergens={allergens.field.onChange}
        diet={diet.field.value}
        onDiet={diet.field.onChange}
      />
      {problem ? <FieldError>{problem}</FieldError> : null}
      {footer(formState.isSubmitting)}
    </form>
  );
}
