import { ApiError } from '@wopack/contract/client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isOffline, problemText, showFieldProblems } from '../../lib/problems.ts';
import { read, remove, write } from '../../lib/storage.ts';
import { useFocusProblem } from '../../lib/use-focus-problem.ts';
import { CategoryButtons } from '../../ui/category-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldError } from '../../ui/field-frame.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { PackDetails } from './pack-details.tsx';
import { keepPackDraft, type PackDraft, readPackDraft } from './pack-draft.ts';
import { useProductTypes, useSavePack } from './packs.api.ts';
import { PhotoZone } from './photo-zone.tsx';
import { PriceChoice } from './price-choice.tsx';
import { usePhotos } from './use-photos.ts';

const fields = ['categories', 'name', 'description', 'photo', 'price'] as const;

interface Props {
  placeId: number;
  onSaved: () => void;
  /** The place the pack belongs to is not there any more. */
  onPlaceGone: () => void;
  /** The buttons below, told whether the pack is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** What goes in the bag; what is typed is kept at every stroke. */
export function PackForm({ placeId, onSaved, onPlaceGone, footer }: Props) {
  const { t } = useTranslation('seller');
  const types = useProductTypes();
  const save = useSavePack();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<PackDraft>({ defaultValues: readPackDraft(), shouldFocusError: false });
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

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepPackDraft(values) }),
    [form],
  );

  const element = useRef<HTMLFormElement>(null);
  useFocusProblem(element, formState.submitCount);

  const submit = form.handleSubmit(async ({ price: euros, ...draft }) => {
    setProblem(null);
    try {
      const id = read('createdProduct')?.id ?? 0;
      const body = { ...draft, id, sale_place_id: placeId, price: euros! };
      write('createdProduct', await save.mutateAsync(body));
      onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.code === 4) {
        remove('createdProduct');
        onPlaceGone();
      } else if (!showFieldProblems(error, form.setError, fields)) {
        const said = isOffline(error) || (error instanceof ApiError && error.code > 0);
        setProblem(said ? problemText(error) : t('pack.failed'));
      }
    }
  });

  return (
    <form ref={element} noValidate onSubmit={submit} className="contents">
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
