import { useQuery } from '@tanstack/react-query';
import { ApiError, isApiError } from '@wopack/contract/client';
import { findContradictedDiet, languages } from '@wopack/domain';
import {
  FieldError,
  getErrorMessage,
  isNetworkError,
  setServerErrors,
} from '@wopack/ui/feedback/inline-error.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RenderRefusal } from '../../../lib/api/refusal.ts';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { TypeButtons, useDraftReports, useFocusFirstError } from '../../../ui/form/seller-fields.tsx';
import { PhotoZone } from '../photos/photo-zone.tsx';
import { usePhotos } from '../photos/use-photos.ts';
import type { MyProduct } from '../products.api.ts';
import { ContentProposals } from './content-proposals.tsx';
import { KeepsField } from './keeps-field.tsx';
import { MaxPerOrderField } from './max-per-order-field.tsx';
import { OldPriceField, PriceChoice, setDefaultOldPrice } from './price-fields.tsx';
import type { ProductDraft } from './product-draft.ts';
import {
  AllergenFields,
  DietFields,
  MainTextFields,
  TextLanguageField,
  TextsFields,
} from './product-fields.tsx';
import { VatRateField } from './vat-rate-field.tsx';
import { WeightField } from './weight-field.tsx';

const fields = [
  'categories',
  'name',
  'description',
  'photo',
  'price',
  'allergens',
  ...languages.flatMap((language) => [`texts.${language}.name`, `texts.${language}.description`] as const),
] as const;
const fieldNameByServerName = new Map([
  ['sale_place_id', 'place'],
  ['old_price', 'value'],
  ['same_price_for', 'price'],
  ['vat_rate', 'vatPercent'],
  ['weight_grams', 'weight'],
] as const);

/** Parts of the form, in order. */
export type ProductSections = Record<'about' | 'photos' | 'price' | 'contents', ReactNode>;

const renderInOrder = (sections: ProductSections) => Object.values(sections);

interface Props {
  initial: ProductDraft;
  /** The product that is edited; it may keep what cannot be chosen any more. */
  product?: MyProduct;
  /** Called on every keystroke. */
  onDraftChange?: (draft: ProductDraft) => void;
  /** Rejects with the server's error, shown beside the fields. Receives the input at the time of saving. */
  onSave: (product: ProductDraft & { price: number }) => Promise<void>;
  /** Set where the sale place can be selected. */
  salePlaces?: readonly { id: number; name: string }[];
  /** The seller declares the value of the content; otherwise a new price brings its default. */
  isNew?: boolean;
  /** The saved product's in other languages; without them the form has no such fields. */
  savedTexts?: MyProduct['texts'];
  renderRefusal?: RenderRefusal;
  /** Places the sections, e.g. with others of the same form; by default one after the other. */
  renderFields?: (sections: ProductSections) => ReactNode;
  /** The buttons, given whether the product is being saved. */
  footer: (saving: boolean) => ReactNode;
}

export function ProductForm({
  initial,
  product,
  onDraftChange,
  onSave,
  salePlaces,
  isNew = false,
  savedTexts,
  renderRefusal,
  renderFields = renderInOrder,
  footer,
}: Props) {
  const { t, i18n } = useTranslation('seller');
  const productTypes = useQuery(productTypesQuery(i18n.language));
  const [formError, setFormError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<{ error: unknown; of: 'form' | 'photos' } | null>(null);
  const form = useForm<ProductDraft>({ defaultValues: initial, shouldFocusError: false });
  const { register, control, formState } = form;

  const types = useController({
    control,
    name: 'categories',
    rules: { validate: (ids) => ids.length > 0 || t('pack.typesRequired') },
  });
  const price = useController({
    control,
    name: 'price',
    rules: { validate: (priceEuros) => priceEuros !== null || t('pack.priceRequired') },
  });
  const allergenAnswer = useController({
    control,
    name: 'allergenAnswer',
    rules: { validate: (answer) => answer !== null || t('pack.allergenAnswerRequired') },
  });
  const allergens = useController({
    control,
    name: 'allergens',
    rules: {
      validate: (names) =>
        names.length > 0 || form.getValues('allergenAnswer') !== 'some' || t('pack.allergensRequired'),
    },
  });
  const diet = useController({ control, name: 'diet' });
  const namesAllergens = allergenAnswer.field.value === 'some';
  const contradicted = findContradictedDiet(diet.field.value, namesAllergens ? allergens.field.value : []);
  // At once, also of a pack that was saved before such claims were refused.
  const dietContradiction = contradicted ? t(`pack.contradicted.${contradicted}`) : undefined;
  const photo = useController({
    control,
    name: 'photo',
    rules: {
      validate: () => {
        if (photos.hasFailed) return t('pack.photoFailed');
        if (photos.isUploading) return t('pack.photoBusy');
        return photos.items.length > 0 || t('pack.photoRequired');
      },
    },
  });
  const photos = usePhotos(
    photo.field.value,
    (paths) => {
      form.setValue('photo', paths, { shouldValidate: formState.isSubmitted });
    },
    { onRefused: (error) => setRefusal({ error, of: 'photos' }) },
  );

  useDraftReports(form, onDraftChange);
  const formRef = useRef<HTMLFormElement>(null);
  useFocusFirstError(formRef, formState.submitCount);

  const submit = form.handleSubmit(async ({ price: priceEuros, ...draft }) => {
    setFormError(null);
    try {
      await onSave({ ...draft, price: priceEuros! });
    } catch (error) {
      const isConflict = isApiError(error, 'conflict');
      if (isConflict && error.errors.sale_place_id?.[0]) {
        form.setError('place', { message: error.errors.sale_place_id[0] }, { shouldFocus: true });
      } else if (!setServerErrors(error, form.setError, fields, fieldNameByServerName)) {
        const hasServerMessage = isNetworkError(error) || (error instanceof ApiError && error.code > 0);
        setFormError(hasServerMessage ? getErrorMessage(error) : t('pack.failed'));
        setRefusal({ error, of: 'form' });
      }
    }
  });

  const retiredTypes = (product?.categories ?? [])
    .filter(({ id }) => product!.retired_type_ids?.includes(id))
    .map((type) => ({ ...type, name: t('pack.retired', { name: type.name }) }));
  const sections: ProductSections = {
    about: (
      <Fragment key="about">
        {salePlaces && salePlaces.length > 1 ? (
          <Select label={t('pack.place')} error={formState.errors.place?.message} {...register('place')}>
            {salePlaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        <TypeButtons
          legend={t('pack.types')}
          types={{ ...productTypes, data: productTypes.data && [...productTypes.data, ...retiredTypes] }}
          value={types.field.value}
          onChange={types.field.onChange}
          error={types.fieldState.error?.message}
        />
        <MainTextFields form={form} />
        <TextLanguageField form={form} />
        {savedTexts ? <TextsFields form={form} savedTexts={savedTexts} /> : null}
      </Fragment>
    ),
    photos: <PhotoZone key="photos" photos={photos} error={photo.fieldState.error?.message} />,
    price: (
      <Fragment key="price">
        <PriceChoice
          retiredCents={product?.is_price_retired ? product.price_cents : null}
          value={price.field.value}
          onChange={(euros, priceTiers) => {
            if (!isNew) setDefaultOldPrice(form, euros, priceTiers);
            price.field.onChange(euros);
          }}
          error={price.fieldState.error?.message}
        />
        <OldPriceField form={form} isNew={isNew} />
        {savedTexts ? <VatRateField form={form} /> : null}
      </Fragment>
    ),
    contents: (
      <Fragment key="contents">
        {isNew && savedTexts ? <ContentProposals form={form} /> : null}
        <AllergenFields
          answer={allergenAnswer.field.value}
          onAnswerChange={allergenAnswer.field.onChange}
          allergens={allergens.field.value}
          onAllergensChange={allergens.field.onChange}
          errors={{
            answer: allergenAnswer.fieldState.error?.message,
            allergens: allergens.fieldState.error?.message,
          }}
        />
        <DietFields
          diet={diet.field.value}
          onChange={diet.field.onChange}
          error={diet.fieldState.error?.message ?? dietContradiction}
        />
        {savedTexts ? <WeightField form={form} /> : null}
        {savedTexts ? <KeepsField form={form} /> : null}
        {savedTexts ? <MaxPerOrderField form={form} /> : null}
      </Fragment>
    ),
  };
  const closeRefusal = () => setRefusal(null);
  return (
    <>
      <form ref={formRef} noValidate onSubmit={submit} className="contents">
        {renderFields(sections)}
        {formError ? <FieldError>{formError}</FieldError> : null}
        {footer(formState.isSubmitting)}
      </form>
      {refusal
        ? renderRefusal?.({
            error: refusal.error,
            onResolved: () => {
              closeRefusal();
              if (refusal.of === 'photos') photos.retryFailed();
              else void submit();
            },
            onClose: closeRefusal,
          })
        : null}
    </>
  );
}
