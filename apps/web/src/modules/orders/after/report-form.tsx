import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { problemText, showFieldProblems } from '../../../lib/problems.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field-frame.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { type MyOrder, useReportOrder } from '../my-orders.api.ts';
import { ReportPhoto } from './report-photo.tsx';
import { useReportPhoto } from './use-report-photo.ts';

/** What is wrong, in words and with a photo. */
export function ReportForm({ order }: { order: MyOrder }) {
  const { t } = useTranslation('orders');
  const report = useReportOrder(order.id);
  const photo = useReportPhoto();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { text: '', photo: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ text }) => {
    setProblem(null);
    if (photo.item && !photo.item.path) return;
    try {
      await report.mutateAsync({ text: text.trim(), photo: photo.item?.path ?? undefined });
    } catch (error) {
      if (!showFieldProblems(error, setError, ['text', 'photo'])) setProblem(problemText(error));
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
      <ReportPhoto photo={photo} error={errors.photo?.message} />
      {problem ? <FieldError>{problem}</FieldError> : null}
      <Button type="submit" block loading={isSubmitting || photo.busy}>
        {t('help.send')}
      </Button>
    </form>
  );
}
