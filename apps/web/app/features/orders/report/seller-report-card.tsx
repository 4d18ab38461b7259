import { MAX_TEXT_LENGTH } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useTextRule } from '../../../ui/form/use-text-rule.ts';
import { GiveCreditLink } from '../seller/give-credit-link.tsx';
import { type SellerOrder, useSendReportMessage } from '../seller-orders.api.ts';
import { AnswerReportDialog } from './answer-report-dialog.tsx';
import { ReportWords } from './report-words.tsx';

const focus = (element: HTMLElement | null) => element?.focus();

/** A buyer's report, with its answer or a form for one. */
export function SellerReportCard({ order, isLinked = false }: { order: SellerOrder; isLinked?: boolean }) {
  const { t } = useTranslation('seller');
  const format = useFormat();
  const [isAnswering, setIsAnswering] = useState(false);
  const { report, client, id, product, refunded_cents: refundedCents } = order;
  if (!report) return null;
  return (
    <li
      ref={isLinked ? focus : undefined}
      tabIndex={isLinked ? -1 : undefined}
      className={cn(
        'grid gap-3 rounded-lg bg-surface p-4 sm:p-6 print:break-inside-avoid',
        isLinked && 'outline-3 outline-brand',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 leading-snug">
          <b className="block wrap-anywhere">
            {isolateWords(client)} · {t('orders.number', { id })}
          </b>
          <span className="text-sm text-muted">
            {isolateWords(product.name)} · {format.formatDayTime(report.created_at)}
          </span>
        </h2>
        {report.answered_by ? (
          <Pill tone="ok">{t(`reports.by.${report.answered_by}`)}</Pill>
        ) : (
          <Pill tone="warn">
            {t(
              report.can_answer ? 'reports.open' : report.question_at ? 'reports.asked' : 'reports.operator',
            )}
          </Pill>
        )}
      </div>
      <ReportWords report={report} client={client} />
      {report.messages.map(({ author, text, created_at: at }) => (
        <div
          key={at}
          className={cn('grid gap-1 rounded-md p-4', author === 'seller' ? 'bg-brand-soft' : 'bg-quiet')}
        >
          <p className="text-xs font-bold">
            {t(`reports.message.${author}`)} · {format.formatDayTime(at)}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </div>
      ))}
      {report.answer ? (
        <div className="grid gap-1 rounded-md bg-brand-soft p-4">
          <p className="text-xs font-bold">{t('reports.answer')}</p>
          <p className="whitespace-pre-line wrap-anywhere">{report.answer}</p>
        </div>
      ) : null}
      {refundedCents > 0 ? (
        <p className="text-sm">{t('reports.back', { amount: format.formatMoney(refundedCents) })}</p>
      ) : null}
      {report.can_answer ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <Button
            size="small"
            onClick={() => setIsAnswering(true)}
            aria-label={t('reports.replyTo', { client, id })}
          >
            {t('reports.reply')}
          </Button>
          <p className="text-sm text-muted">
            {t('reports.until', {
              when: format.formatUntil(report.answer_until, order.sale_place.time_zone),
            })}
          </p>
        </div>
      ) : null}
      <GiveCreditLink order={order} />
      {report.can_write ? <ReportMessageForm key={report.question_at} order={order} /> : null}
      {isAnswering ? <AnswerReportDialog order={order} onClose={() => setIsAnswering(false)} /> : null}
    </li>
  );
}

/** Words for the operator who decides: the field is open when there is a question, else behind a button. */
function ReportMessageForm({ order: { id, client, report } }: { order: SellerOrder }) {
  const { t } = useTranslation('seller');
  const hasQuestion = Boolean(report?.question_at);
  const [isOpen, setOpen] = useState(hasQuestion);
  const sendMessage = useSendReportMessage(id);
  const validateText = useTextRule({ max: MAX_TEXT_LENGTH, missing: t('reports.write') });
  const { register, handleSubmit, setError, watch, formState } = useForm({ defaultValues: { text: '' } });
  if (!isOpen)
    return (
      <Button
        size="small"
        variant="ghost"
        className="justify-self-start print:hidden"
        onClick={() => setOpen(true)}
        aria-label={t('reports.writeAbout', { client, id })}
      >
        {t('reports.writeUnasked')}
      </Button>
    );
  const submit = handleSubmit(async ({ text }) => {
    try {
      await sendMessage.mutateAsync({ text: text.trim() });
      showToast(t('reports.messageSent'));
    } catch (error) {
      if (!setServerErrors(error, setError, ['text'])) setError('root', { message: getErrorMessage(error) });
    }
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3 print:hidden">
      <TextArea
        label={t(hasQuestion ? 'reports.replyToWopack' : 'reports.writeUnasked')}
        hint={t('reports.messageHint')}
        rows={3}
        length={{ used: watch('text').trim().length, max: MAX_TEXT_LENGTH }}
        error={errors.text?.message}
        {...register('text', { validate: validateText })}
      />
      {errors.root?.message ? <FieldError>{errors.root.message}</FieldError> : null}
      <Button type="submit" size="small" loading={sendMessage.isPending} className="justify-self-start">
        {t('reports.send')}
      </Button>
    </form>
  );
}
