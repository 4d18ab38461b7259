import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { problemText, showFieldProblems } from '../../../lib/problems.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FieldError } from '../../../ui/field-frame.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { type MyOrder, useCancelOrder } from '../my-orders.api.ts';
import { type Reason, ReasonChoice } from './reason-choice.tsx';

interface Props {
  order: MyOrder;
  open: boolean;
  onClose: () => void;
}

interface Values {
  /** What is sent: one of the ready reasons in words, or what was typed. */
  reason: string;
}

/** Says what comes back, asks why when that is needed, and cancels. */
export default function CancelSheet({ order, open, onClose }: Props) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const cancel = useCancelOrder(order.id);
  const [choice, setChoice] = useState<Reason | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<Values>({
    defaultValues: { reason: '' },
  });
  const needsReason = order.can_cancel === 'with_reason';
  const own = choice === 'other';
  const missing = formState.errors.reason?.message;

  const choose = (reason: Reason) => {
    setChoice(reason);
    clearErrors();
  };
  const submit = handleSubmit(async ({ reason: typed }) => {
    setProblem(null);
    const reason = own ? typed.trim() : choice ? t(`cancel.reasons.${choice}`) : '';
    if (needsReason && !reason) {
      setError('reason', { message: t(own ? 'cancel.write' : 'cancel.choose') });
      return own ? setFocus('reason') : undefined;
    }
    try {
      await cancel.mutateAsync(needsReason ? { reason } : {});
      onClose();
    } catch (error) {
      if (!needsReason || !showFieldProblems(error, setError, ['reason'])) setProblem(problemText(error));
    }
  });
  const amount = format.money(order.price_cents - order.refunded_cents);
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
      confirm={t('cancel.action')}
      cancel={t('cancel.keep')}
      danger
      loading={cancel.isPending}
      onConfirm={() => void submit()}
    >
      {needsReason ? (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
          <ReasonChoice value={choice} onChange={choose} error={own ? undefined : missing} />
          {own ? (
            <TextArea
              label={t('cancel.own')}
              rows={3}
              maxLength={500}
              error={missing}
              {...register('reason')}
            />
          ) : null}
        </form>
      ) : null}
      {problem ? <FieldError>{problem}</FieldError> : null}
    </ConfirmDialog>
  );
}
