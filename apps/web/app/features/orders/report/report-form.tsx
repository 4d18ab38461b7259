import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { uploadReportPhoto } from '../../../lib/api/upload.ts';
import { usePhotoUploads } from '../../../lib/browser/use-photo-uploads.ts';
import { EvidencePhotoField } from '../../../ui/form/evidence-photos.tsx';
import { type BuyerOrder, useReportOrder } from '../buyer-orders.api.ts';

export function ReportForm({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const reportOrder = useReportOrder(order.id);
  const photos = usePhotoUploads(uploadReportPhoto);
  const [formError, setFormError] = useState<string | null>(null);
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    defaultValues: { text: '', photo: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ text }) => {
    setFormError(null);
    if (photos.isUploading || photos.hasFailed) return;
    try {
      await reportOrder.mutateAsync({ text: text.trim(), photo: photos.paths[0] });
    } catch (error) {
      if (!setServerErrors(error, setError, ['text', 'photo'])) setFormError(getErrorMessage(error));
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
        maxLength={2000}
        error={errors.text?.message}
        {...register('text', { validate: (text) => text.trim() !== '' || t('help.textMissing') })}
      />
      <EvidencePhotoField
        photos={photos}
        limit={1}
        label={t('help.photo')}
        alt={t('help.photoAlt')}
        error={errors.photo?.message}
      />
      {formError ? <FieldError>{formError}</FieldError> : null}
      <Button type="submit" fullWidth loading={isSubmitting || photos.isUploading}>
        {t('help.send')}
      </Button>
    </form>
  );
}
