import { Radio } from '@base-ui/react/radio';
import { buyerReasons, countKeptUnits, pickLanguage, readyReasons } from '@wopack/domain';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { UnitCountChoice } from '../../../ui/form/unit-count-choice.tsx';
import { type BuyerOrder, useCancelOrder } from '../buyer-orders.api.ts';
import { getMoneyBack, methodNames } from '../means.ts';

const cancelReasons = [...buyerReasons, 'other'] as const;
export type CancelReason = (typeof cancelReasons)[number];

interface CancelReasonProps {
  value: CancelReason | null;
  onChange: (reason: CancelReason) => void;
  error: string | undefined;
}

/** Reasons that concern the product. */
export function CancelReasonChoice({ value, onChange, error }: CancelReasonProps) {
  const { t, i18n } = useTranslation('orders');
  return (
    <ChoiceTiles legend={t('cancel.why')} value={value} onChange={onChange} error={error}>
      {cancelReasons.map((reason) => (
        <Radio.Root
          key={reason}
          value={reason}
          nativeButton
          render={<button type="button" />}
          className="group flex min-h-12 items-center gap-3 rounded-md px-4 text-left font-semibold inset-ring-[1.5px] inset-ring-line-strong data-checked:bg-brand data-checked:text-on-brand data-checked:inset-ring-2 data-checked:inset-ring-on-brand"
        >
          <span className="grid size-5 shrink-0 place-items-center rounded-full inset-ring-2 inset-ring-line-strong group-data-checked:inset-ring-on-brand">
            <Radio.Indicator className="size-2.5 rounded-full bg-current" />
          </span>
          {reason === 'other' ? t('cancel.other') : readyReasons[reason][pickLanguage(i18n.language)]}
        </Radio.Root>
      ))}
    </ChoiceTiles>
  );
}

interface Props {
  order: BuyerOrder;
  open: boolean;
  onClose: () => void;
}

interface FormValues {
  /** Sent to the server: one of the ready reasons, or the typed text. */
  reason: string;
}

/** Shows the refund, asks for a reason when it is required, and cancels. */
export function CancelOrderDialog({ order, open, onClose }: Props) {
  const { t, i18n } = useTranslation('orders');
  const format = useFormat();
  const cancelOrder = useCancelOrder(order.id);
  const [selectedReason, setSelectedReason] = useState<CancelReason | null>(null);
  const [formError, setFormError] = useState<string | null>(null);
  const kept = order.quantity > 1 ? countKeptUnits(order) : 1;
  /** Null: all. */
  const [chosenUnits, setChosenUnits] = useState<number | null>(null);
  const units = Math.min(chosenUnits ?? kept, kept);
  const { register, handleSubmit, setError, clearErrors, setFocus, watch, formState } = useForm<FormValues>({
    defaultValues: { reason: '' },
  });
  // On a cached ticket `can_cancel` may be older than the deadline.
  const needsReason = order.can_cancel === 'with_reason' || serverNow() > Date.parse(order.cancel_until);
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
        ? readyReasons[selectedReason][pickLanguage(i18n.language)]
        : '';
    if (needsReason && !reason) {
      setError('reason', { message: t(isOtherReason ? 'cancel.write' : 'cancel.choose') });
      return isOtherReason ? setFocus('reason') : undefined;
    }
    try {
      await cancelOrder.mutateAsync({
        ...(needsReason && { reason }),
        ...(units < kept && { quantity: units, of: kept }),
      });
      setChosenUnits(null);
      onClose();
    } catch (error) {
      if (!needsReason || !setServerErrors(error, setError, ['reason'])) setFormError(getErrorMessage(error));
    }
  });
  const isPart = units < kept;
  const back = getMoneyBack(
    order,
    isPart ? (order.price_cents / order.quantity) * units : order.price_cents - order.refunded_cents,
  );
  const amount = format.formatMoney(back.card);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={isPart ? t('cancel.titleOfPacks', { count: units }) : t('cancel.title')}
      description={
        back.credit > 0
          ? t(back.card > 0 ? 'cancel.givesBackParts' : 'cancel.givesBackCredit', {
              amount,
              credit: format.formatMoney(back.credit),
            })
          : order.paid_with === 'card' && order.card
            ? t('cancel.givesBackToCard', { amount, card: order.card })
            : order.paid_with === 'card'
              ? t('cancel.givesBack', { amount })
              : t('cancel.givesBackTo', { amount, method: methodNames[order.paid_with] })
      }
      confirmLabel={isPart ? t('cancel.actionOfPacks', { count: units }) : t('cancel.action')}
      cancelLabel={t('cancel.keep')}
      isDanger
      loading={cancelOrder.isPending}
      onConfirm={() => void submit()}
    >
      {kept > 1 ? (
        <UnitCountChoice
          legend={t('cancel.howMany')}
          value={units}
          max={kept}
          onChange={setChosenUnits}
          describe={(count) => t(count === kept ? 'cancel.all' : 'cancel.some', { count })}
        />
      ) : null}
      {order.friend?.opened_at && !isPart ? (
        <p className="text-sm text-pretty">{t('friend.cancelNote')}</p>
      ) : null}
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
              length={{ used: watch('reason').trim().length, max: 500 }}
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
