import { countKeptUnits, pickLanguage, readyReasons, sellerReasons } from '@wopack/domain';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { UnitCountChoice } from '../../../ui/form/unit-count-choice.tsx';
import {
  type SellerOrder,
  useCancelSellerOrder,
  useCancelSlot,
  useRefundSellerOrder,
} from '../seller-orders.api.ts';

/** One order, or all orders of a slot. An order that is too late to cancel is refunded. */
export interface SellerCancellation {
  order: SellerOrder;
  /** Number of the slot's orders; null cancels the one order. */
  orderCount: number | null;
}

/** Asks for a reason, which is sent to the buyers, and states the consequences. */
export function SellerCancelDialog({
  cancellation,
  onClose,
}: {
  cancellation: SellerCancellation;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('seller');
  const language = pickLanguage(i18n.language);
  const cancelOrder = useCancelSellerOrder();
  const refundOrder = useRefundSellerOrder();
  const cancelSlot = useCancelSlot();
  const { register, handleSubmit, setError, setFocus, setValue, watch, formState } = useForm({
    defaultValues: { reason: '' },
  });
  const { order, orderCount } = cancellation;
  const isLate = orderCount === null && order.can_refund;
  const kept = countKeptUnits(order);
  /** Packs that cannot be handed out when it is late to cancel; the others stay. */
  const [units, setUnits] = useState(kept);
  const isPart = isLate && units < kept;
  const { errors } = formState;
  const submit = handleSubmit(async ({ reason: typedReason }) => {
    const reason = typedReason.trim();
    if (!reason) {
      setError('reason', { message: t('cancel.why') });
      return setFocus('reason');
    }
    try {
      if (isLate) {
        await refundOrder.mutateAsync({
          id: order.id,
          reason,
          ...(isPart && { packs: order.returned_quantity + units }),
        });
        showToast(
          isPart ? t('cancel.late.donePart', { count: units }) : t('cancel.late.done', { id: order.id }),
        );
      } else if (orderCount === null) {
        await cancelOrder.mutateAsync({ id: order.id, reason });
        showToast(t('cancel.doneOne', { id: order.id }));
      } else {
        const { data } = await cancelSlot.mutateAsync({ id: order.slot_id, reason });
        showToast(t('cancel.doneAll', { count: data.cancelled }));
      }
      onClose();
    } catch (error) {
      if (!setServerErrors(error, setError, ['reason']))
        setError('root', { message: getErrorMessage(error) });
    }
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        isLate
          ? isPart
            ? t('cancel.late.confirmPart', { id: order.id, count: units })
            : t('cancel.late.confirm', { id: order.id })
          : orderCount === null
            ? t('cancel.oneTitle', { id: order.id })
            : t('cancel.allTitle')
      }
      description={
        isLate
          ? t(isPart ? 'cancel.late.textPart' : 'cancel.late.text')
          : orderCount === null
            ? t('cancel.oneText', { name: order.product.name })
            : t('cancel.allText', { count: orderCount, name: order.product.name, pickup: order.pickup })
      }
      confirmLabel={
        isLate
          ? isPart
            ? t('cancel.late.refundPart', { count: units })
            : t('cancel.late.refund')
          : orderCount === null
            ? t('cancel.one')
            : t('cancel.all')
      }
      cancelLabel={t('cancel.keep')}
      isDanger
      loading={cancelOrder.isPending || refundOrder.isPending || cancelSlot.isPending}
      onConfirm={() => void submit()}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
        {isLate && kept > 1 ? (
          <UnitCountChoice
            legend={t('cancel.late.howMany')}
            value={units}
            max={kept}
            onChange={setUnits}
            describe={(count) => t('cancel.late.packs', { count })}
          />
        ) : null}
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">{t('cancel.ready')}</legend>
          {sellerReasons.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => setValue('reason', readyReasons[name][language], { shouldValidate: true })}
              className="min-h-11 rounded-full bg-quiet px-4 text-left text-sm font-semibold"
            >
              {readyReasons[name][language]}
            </button>
          ))}
        </fieldset>
        <TextArea
          label={t('cancel.reason')}
          hint={t('cancel.reasonHint')}
          rows={3}
          length={{ used: watch('reason').trim().length, max: 500 }}
          error={errors.reason?.message}
          {...register('reason')}
        />
      </form>
      {errors.root?.message ? <FieldError>{errors.root.message}</FieldError> : null}
    </ConfirmDialog>
  );
}
