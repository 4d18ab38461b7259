import { MAX_TEXT_LENGTH } from '@wopack/contract/vocabulary';
import { countKeptUnits } from '@wopack/domain';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { AmountField } from '@wopack/ui/form/amount-field.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { Controller, type UseFormRegister, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { UnitCountChoice } from '../../../ui/form/unit-count-choice.tsx';
import { useTextRule } from '../../../ui/form/use-text-rule.ts';
import { type SellerOrder, useAnswerReport } from '../seller-orders.api.ts';
import { ReportWords } from './report-words.tsx';

/** A text for the buyer and an optional refund. */
export function AnswerReportDialog({ order, onClose }: { order: SellerOrder; onClose: () => void }) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const validateAnswer = useTextRule({ max: MAX_TEXT_LENGTH, missing: t('reports.write') });
  const answerReport = useAnswerReport(order.id);
  const { register, control, handleSubmit, setError, watch, formState } = useForm<AnswerFormValues>({
    defaultValues: { answer: '', back: 'nothing', amount: null },
  });
  const { errors } = formState;
  const refundChoice = watch('back');
  const maxRefundCents = order.max_part_refund_cents;
  const kept = countKeptUnits(order);
  /** Given back singly; the others stay sold. */
  const [units, setUnits] = useState(1);
  const submit = handleSubmit(async (values) => {
    const answer = values.answer.trim();
    const partCents = refundChoice === 'part' ? values.amount : null;
    if (refundChoice === 'part' && (partCents === null || partCents < 1 || partCents > maxRefundCents)) {
      return setError(
        'amount',
        { message: t('reports.range', { most: formatMoney(maxRefundCents) }) },
        { shouldFocus: true },
      );
    }
    try {
      await answerReport.mutateAsync({
        answer,
        ...(refundChoice === 'all' && { refunded_cents: toCents(order.price) }),
        ...(partCents !== null && { refunded_cents: partCents }),
        ...(refundChoice === 'packs' && { packs: order.returned_quantity + units }),
      });
      showToast(t('reports.sent'));
      onClose();
    } catch (error) {
      if (!setServerErrors(error, setError, ['answer'], new Map([['refunded_cents', 'amount']])))
        setError('root', { message: getErrorMessage(error) });
    }
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('reports.replyTitle', { client: order.client, id: order.id })}
      description={t('reports.once')}
      confirmLabel={t('reports.send')}
      loading={answerReport.isPending}
      onConfirm={() => void submit()}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
        {order.report ? (
          <blockquote className="grid gap-2 rounded-md bg-quiet p-4">
            <ReportWords report={order.report} client={order.client} />
          </blockquote>
        ) : null}
        <TextArea
          label={t('reports.answer')}
          rows={4}
          length={{ used: watch('answer').trim().length, max: MAX_TEXT_LENGTH }}
          error={errors.answer?.message}
          {...register('answer', { validate: validateAnswer })}
        />
        <RefundChoice order={order} register={register} />
        {refundChoice === 'packs' ? (
          <UnitCountChoice
            legend={t('reports.howMany')}
            value={units}
            max={kept - 1}
            onChange={setUnits}
            describe={(count) => t('cancel.late.packs', { count })}
          />
        ) : null}
        {refundChoice === 'part' ? (
          <Controller
            control={control}
            name="amount"
            render={({ field: { value, ...field } }) => (
              <AmountField
                label={t('reports.amount')}
                hint={t('reports.amountHint', { most: formatMoney(maxRefundCents) })}
                error={errors.amount?.message}
                cents={value}
                {...field}
              />
            )}
          />
        ) : null}
      </form>
      {errors.root?.message ? <FieldError>{errors.root.message}</FieldError> : null}
    </ConfirmDialog>
  );
}

export interface AnswerFormValues {
  answer: string;
  back: 'nothing' | 'packs' | 'part' | 'all';
  /** Cents. */
  amount: number | null;
}

interface Props {
  order: SellerOrder;
  register: UseFormRegister<AnswerFormValues>;
}

/** No refund, that of some packs, of an amount or of all, each with its consequence for the seller. */
export function RefundChoice({ order, register }: Props) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const amounts = {
    price: formatMoney(order.price_cents),
    most: formatMoney(order.max_part_refund_cents),
    unit: formatMoney(order.price_cents / order.quantity),
  };
  const choices = [
    'nothing',
    ...(countKeptUnits(order) > 1 ? (['packs'] as const) : []),
    ...(order.max_part_refund_cents > order.refunded_cents ? (['part'] as const) : []),
    'all',
  ] as const;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('reports.money')}</legend>
      <div className="divide-y divide-line rounded-lg bg-panel px-4">
        {choices.map((choice) => (
          <label key={choice} className="flex min-h-[56px] cursor-pointer items-center gap-4 py-2 leading-5">
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">{t(`reports.${choice}.label`)}</span>
              <span className="text-[.8125rem] text-muted">{t(`reports.${choice}.hint`, amounts)}</span>
            </span>
            <input
              type="radio"
              value={choice}
              className="size-5 shrink-0 accent-primary"
              {...register('back')}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
