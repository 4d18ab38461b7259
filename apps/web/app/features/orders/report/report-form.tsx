import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { getErrorMessage, setServerErrors } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/form/form-field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { type BuyerOrder, useReportOrder } from '../buyer-orders.api.ts';
import { ReportPhotoField } from './report-photo-field.tsx';
import { useReportPhoto } from './use-report-photo.ts';

/** What is wrong, in words and with a photo. */
export function ReportForm({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const reportOrder = useReportOrder(order.id);
  const photo = useReportPhoto();
  const [formError, setFormError] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { text: '', photo: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ text }) => {
    setFormError(null);
    if (photo.item && !photo.item.path) return;
    try {
      await reportOrder.mutateAsync({ text: text.trim(), photo: photo.item?.path ?? undefined });
    } catch (error) {
      if (!setServerErrors(error, setError, ['text', 'photo'])) setFormError(getErrorMessage(error));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      <TextArea
        label={t('help.text')}
        maxLength={2000}
        error={errors.text?.message}
        {...register('text', { validate: (text) => text.trim() !== '' || t('help.textMissing') })}
      />
      <ReportPhotoField photo={photo} error={errors.photo?.message} />
      {formError ? <FieldError>{formError}</FieldError> : null}
      <Button type="submit" fullWidth loading={isSubmitting || photo.isUploading}>
        {t('help.send')}
      </Button>
    </form>
  );
}
