import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toCents } from '../../../lib/format.ts';
import { problemText } from '../../../lib/problems.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FieldError } from '../../../ui/field-frame.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { notify } from '../../../ui/toast.ts';
import type { SellerOrder } from '../seller-orders.api.ts';
import { centsTyped } from './cents-typed.ts';
import { type AnswerValues, MoneyBack } from './money-back.tsx';
import { useAnswerReport } from './seller-pages.api.ts';

/** Words for the buyer, and what of the money goes back. */
export function AnswerSheet({ order, onClose }: { order: SellerOrder; onClose: () => void }) {
  const { t } = useTranslation('seller');
  const { money } = useFormat();
  const send = useAnswerReport(order.id);
  const { register, handleSubmit, setError, watch, formState } = useForm<AnswerValues>({
    defaultValues: { answer: '', back: 'nothing', amount: '' },
  });
  const { errors } = formState;
  const back = watch('back');
  const most = order.earning_cents;
  const submit = handleSubmit(async (values) => {
    const answer = values.answer.trim();
    if (!answer) return setError('answer', { message: t('reports.write') }, { shouldFocus: true });
    const part = back === 'part' ? centsTyped(values.amount) : null;
    if (back === 'part' && (part === null || part < 1 || part > most)) {
      return setError(
        'amount',
        { message: t('reports.range', { most: money(most) }) },
        { shouldFocus: true },
      );
    }
    try {
      await send.mutateAsync({
        answer,
        refunded_cents: back === 'all' ? toCents(order.price) : (part ?? undefined),
      });
      notify(t('reports.sent'));
      onClose();
    } catch (error) {
      setError('root', { message: problemText(error) });
    }
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('reports.replyTitle', { client: order.client })}
      description={t('reports.once')}
      confirm={t('reports.send')}
      loading={send.isPending}
      onConfirm={() => void submit()}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
        <TextArea
          label={t('reports.answer')}
          rows={4}
          maxLength={2000}
          error={errors.answer?.message}
          {...register('answer')}
        />
        <MoneyBack order={order} register={register} />
        {back === 'part' ? (
          <Field
            label={t('reports.amount')}
            inputMode="decimal"
            autoComplete="off"
            hint={t('reports.amountHint', { most: money(most) })}
            error={errors.amount?.message}
            {...register('amount')}
          />
        ) : null}
      </form>
      {errors.root?.message ? <FieldError>{errors.root.message}</FieldError> : null}
    </ConfirmDialog>
  );
}
