import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

interface Props {
  report: NonNullable<BuyerOrder['report']>;
  salePlace: BuyerOrder['sale_place'];
}

/** What was written, and what the shop says to it. */
export function SentReport({ report, salePlace }: Props) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  return (
    <div role="status" className="grid gap-3">
      <div className="grid gap-2 rounded-md bg-quiet p-4">
        <p className="overline">{t('help.sentAt', { when: format.formatDayTime(report.created_at) })}</p>
        <p className="whitespace-pre-line wrap-anywhere">{report.text}</p>
        {report.photo ? (
          <img
            src={getMediaUrl(report.photo.path)}
            alt={t('help.photoAlt')}
            className="aspect-video w-full rounded-sm object-cover"
          />
        ) : null}
      </div>
      {report.answer ? (
        <div className="grid gap-2 rounded-md bg-brand-soft p-4">
          <p className="text-xs font-bold">
            {report.answered_by === 'operator'
              ? t('help.answerOfOperator')
              : t('help.answerOf', { place: salePlace.name })}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{report.answer}</p>
        </div>
      ) : (
        <p className="text-sm text-muted">{t('help.noAnswer')}</p>
      )}
    </div>
  );
}
