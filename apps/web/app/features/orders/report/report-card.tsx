import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/display/pill.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { AnswerReportDialog } from './answer-report-dialog.tsx';

/** A buyer's report, with its answer or a form for one. */
export function ReportCard({ order }: { order: SellerOrder }) {
  const { t } = useTranslation('seller');
  const format = useFormat();
  const [isAnswering, setIsAnswering] = useState(false);
  const { report, client, id, product, refunded_cents: refundedCents } = order;
  if (!report) return null;
  return (
    <li className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6 print:break-inside-avoid">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 leading-snug">
          <b className="block wrap-anywhere">
            {client} · {t('orders.number', { id })}
          </b>
          <span className="text-sm text-muted">
            {product.name} · {format.formatDayTime(report.created_at)}
          </span>
        </h2>
        {report.answered_by ? (
          <Pill tone="ok">{t(`reports.by.${report.answered_by}`)}</Pill>
        ) : (
          <Pill tone="warn">{t(report.can_answer ? 'reports.open' : 'reports.operator')}</Pill>
        )}
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{report.text}</p>
      {report.photo ? (
        <img
          src={getMediaUrl(report.photo.path)}
          alt={t('reports.photo', { client })}
          loading="lazy"
          className="aspect-video w-full max-w-md rounded-sm object-cover"
        />
      ) : null}
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
            {t('reports.until', { when: format.formatDayTime(report.answer_until) })}
          </p>
        </div>
      ) : null}
      {isAnswering ? <AnswerReportDialog order={order} onClose={() => setIsAnswering(false)} /> : null}
    </li>
  );
}
