import { reportDeadline } from '@wopack/domain';
import { buttonVariants } from '@wopack/ui/button.tsx';
import { IconMail, IconPhone } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { feedbackEmail } from '../../../lib/company.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { ReportAnswer } from '../order-facts.tsx';
import { ReportForm } from './report-form.tsx';

interface Props {
  order: BuyerOrder;
  open: boolean;
  onClose: () => void;
}

/** To report a problem, read the answer or contact the sale place. */
export function HelpSheet({ order, open, onClose }: Props) {
  const { t } = useTranslation('orders');
  return (
    <Sheet open={open} onClose={onClose} title={t('help.title')} description={<HelpIntro order={order} />}>
      <ReportSection order={order} />
      <ContactLinks order={order} />
    </Sheet>
  );
}

/** The form stays mounted until the sheet is closed, even past the deadline, so that its input is not lost. */
function ReportSection({ order }: { order: BuyerOrder }) {
  const [wasReportable] = useState(order.can_report);
  if (order.report) return <SentReport report={order.report} salePlace={order.sale_place} />;
  return wasReportable || order.can_report ? <ReportForm order={order} /> : null;
}

/** What is possible here, and until when. */
function HelpIntro({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { time_zone } = order.sale_place;
  const values = {
    from: format.formatUntil(order.pickup_start, time_zone),
    until: format.formatUntil(reportDeadline(new Date(order.pickup_end)), time_zone),
  };
  if (order.report) return t('help.sent');
  if (order.can_report) return t('help.open', values);
  if (!['paid', 'collected', 'not_collected'].includes(order.state)) return t('help.over');
  return serverNow() < Date.parse(order.pickup_start) ? t('help.ahead', values) : t('help.late', values);
}

function ContactLinks({ order: { id, sale_place } }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const linkClass = buttonVariants({ variant: 'soft', size: 'small' });
  return (
    <div className="flex flex-wrap gap-2.5">
      {sale_place.phone ? (
        <a href={`tel:${sale_place.phone.replace(/[^+\d]/g, '')}`} className={linkClass}>
          <IconPhone />
          {t('help.call')}
        </a>
      ) : null}
      <a
        href={`mailto:${feedbackEmail}?subject=${encodeURIComponent(t('help.subject', { id }))}`}
        className={linkClass}
      >
        <IconMail />
        {t('help.write')}
      </a>
    </div>
  );
}

interface SentReportProps {
  report: NonNullable<BuyerOrder['report']>;
  salePlace: BuyerOrder['sale_place'];
}

export function SentReport({ report, salePlace }: SentReportProps) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  return (
    <div role="status" className="grid gap-3">
      <div className="grid gap-2 rounded-md bg-quiet p-4">
        <p className="overline">{t('help.sentAt', { when: format.formatDayTime(report.created_at) })}</p>
        <p className="whitespace-pre-line wrap-anywhere">{report.text}</p>
        {report.wish ? <p className="font-semibold">{t(`help.sentWish.${report.wish}`)}</p> : null}
        {report.photo ? (
          <img
            src={getMediaUrl(report.photo.path)}
            alt={t('help.photoAlt')}
            className="max-h-96 w-full rounded-sm object-contain"
          />
        ) : null}
      </div>
      {report.answer ? (
        <ReportAnswer report={report} salePlace={salePlace} />
      ) : (
        <p className="text-sm text-muted">{t('help.noAnswer')}</p>
      )}
    </div>
  );
}
