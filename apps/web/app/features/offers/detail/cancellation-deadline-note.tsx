import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatRelativeDayTime } from '../../../lib/format/format-relative-day-time.ts';
import type { OfferDetail } from '../offers.api.ts';

/** Until when one may cancel. Whoever buys inside the two hours reads it before paying. */
export function CancellationDeadlineNote({ offer }: { offer: OfferDetail }) {
  const { t, i18n } = useTranslation('offer');
  const now = useNow(30_000);
  const { cancel_until: cancelUntil, pickup_start: pickupStart, sale_place: salePlace } = offer;
  if (!cancelUntil || !pickupStart) return null;
  if (now >= Date.parse(pickupStart)) return <DeadlineWarning>{t('deadline.open')}</DeadlineWarning>;
  if (now >= Date.parse(cancelUntil)) return <DeadlineWarning>{t('deadline.late')}</DeadlineWarning>;
  return (
    <p className="text-[.8125rem] leading-5 text-muted">
      {t('deadline.free', { until: formatRelativeDayTime(cancelUntil, i18n.language, salePlace.time_zone) })}
    </p>
  );
}

const DeadlineWarning = ({ children }: { children: string }) => (
  <p className="rounded-sm bg-brand-soft px-3.5 py-2.5 text-sm font-semibold">{children}</p>
);
