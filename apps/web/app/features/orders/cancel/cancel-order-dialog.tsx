import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { getErrorMessage, setServerErrors } from '../../../lib/api/errors.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FieldError } from '../../../ui/form/form-field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { type BuyerOrder, useCancelOrder } from '../buyer-orders.api.ts';
import { type CancelReason, CancelReasonChoice } from './cancel-reason-choice.tsx';

interface Props {
  order: BuyerOrder;
  open: boolean;
  onClose: () => void;
}

interface FormValues {
  /** What is sent: one of the ready reasons in words, or what was typed. */
  reason: string;
}

/** Says what comes back, asks why when that is needed, and cancels. */
export default function CancelOrderDialog({ order, open, onClose }: Props) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const cancelOrder = useCancelOrder(order.id);
  const [selectedReason, setSelectedReason] = useState<CancelReason | null>(null);
  const [formError, setFormError] = useState<string | null>(null);
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<FormValues>({
    defaultValues: { reason: '' },
  });
  // Of a kept ticket the clock knows more than its answer.

  const needsReason = order.can_cancel === 'with_reason' || Date.now() > Date.parse(order.cancel_until);
  const isOtherReason = selectedReason === 'other';
  const reasonError = formState.errors.reason?.message;

  const selectReason = (reason: CancelReason) => {
    setSelectedReason(reason);
    clearErrors();
  };
  const submit = handleSubmit(async ({ reason: typedReason }) => {
    setFormError(null);
    const reason = isOtherReason
      ? typedReason.trim()
      : selectedReason
        ? t(`cancel.reasons.${selectedReason}`)
        : '';
    if (needsReason && !reason) {
      setError('reason', { message: t(isOtherReason ? 'cancel.write' : 'cancel.choose') });
      return isOtherReason ? setFocus('reason') : undefined;
    }
    try {
      await cancelOrder.mutateAsync(needsReason ? { reason } : {});
      onClose();
    } catch (error) {
      if (!needsReason || !setServerErrors(error, setError, ['reason'])) setFormError(getErrorMessage(error));
    }
  });
  const amount = format.formatMoney(order.price_cents - order.refunded_cents);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('cancel.title')}
      description={
        order.card
          ? t('cancel.givesBackToCard', { amount, card: order.card })
          : t('cancel.givesBack', { amount })
      }
      confirmLabel={t('cancel.action')}
      cancelLabel={t('cancel.keep')}
      isDanger
      loading={cancelOrder.isPending}
      onConfirm={() => void submit()}
    >
      {needsReason ? (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
          <CancelReasonChoice
            value={selectedReason}
            onChange={selectReason}
            error={isOtherReason ? undefined : reasonError}
          />
          {isOtherReason ? (
            <TextArea
              label={t('cancel.own')}
              rows={3}
              maxLength={500}
              error={reasonError}
              {...register('reason')}
            />
          ) : null}
        </form>
      ) : null}
      {formError ? <FieldError>{formError}</FieldError> : null}
    </ConfirmDialog>
  );
}
