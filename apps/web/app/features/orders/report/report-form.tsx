import { MAX_TEXT_LENGTH, reportWishes } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { uploadReportPhoto } from '../../../lib/api/upload.ts';
import { usePhotoUploads } from '../../../lib/browser/use-photo-uploads.ts';
import { EvidencePhotoField } from '../../../ui/form/evidence-photos.tsx';
import { useTextRule } from '../../../ui/form/use-text-rule.ts';
import { type BuyerOrder, type ReportWish, useReportOrder } from '../buyer-orders.api.ts';

export function ReportForm({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const reportOrder = useReportOrder(order.id);
  const photos = usePhotoUploads(uploadReportPhoto);
  const validateText = useTextRule({ max: MAX_TEXT_LENGTH, missing: t('help.textMissing') });
  const [formError, setFormError] = useState<string | null>(null);
  const { register, handleSubmit, setError, setValue, watch, clearErrors, formState } = useForm({
    defaultValues: { text: '', photo: '', wish: null as ReportWish | null },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ text, wish }) => {
    setFormError(null);
    if (photos.isUploading || photos.hasFailed) return;
    try {
      await reportOrder.mutateAsync({ text: text.trim(), photo: photos.paths[0], wish: wish ?? undefined });
    } catch (error) {
      if (!setServerErrors(error, setError, ['text', 'photo', 'wish'])) setFormError(getErrorMessage(error));
    }
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // No input of the form holds it, so nothing else would end it.
        clearErrors('photo');
        void submit(event);
      }}
      className="grid gap-3.5"
    >
      <TextArea
        label={t('help.text')}
        length={{ used: watch('text').trim().length, max: MAX_TEXT_LENGTH }}
        error={errors.text?.message}
        {...register('text', { validate: validateText })}
      />
      <EvidencePhotoField
        photos={photos}
        limit={1}
        label={t('help.photo')}
        alt={t('help.photoAlt')}
        error={errors.photo?.message}
      />
      <ChoiceTiles
        legend={t('help.wish')}
        value={watch('wish')}
        onChange={(wish) => setValue('wish', wish)}
        error={errors.wish?.message}
        className="sm:grid-cols-3"
      >
        {reportWishes.map((wish) => (
          <ChoiceTile key={wish} value={wish} className="min-h-12">
            <span className="font-semibold">{t(`help.wishes.${wish}`)}</span>
          </ChoiceTile>
        ))}
      </ChoiceTiles>
      {formError ? <FieldError>{formError}</FieldError> : null}
      <Button type="submit" fullWidth loading={isSubmitting || photos.isUploading}>
        {t('help.send')}
      </Button>
    </form>
  );
}
