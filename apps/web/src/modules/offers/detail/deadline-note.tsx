import { useTranslation } from 'react-i18next';
import { dayClock } from '../../../lib/day-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { OfferDetail } from '../offers.api.ts';

/** Until when one may cancel. Whoever buys inside the two hours reads it before paying. */
export function DeadlineNote({ offer }: { offer: OfferDetail }) {
  const { t, i18n } = useTranslation('offer');
  const now = useNow(30_000);
  const { cancel_until: until, pickup_start: start, sale_place: venue } = offer;
  if (!until || !start) return null;
  if (now >= Date.parse(start)) return <Late>{t('deadline.open')}</Late>;
  if (now >= Date.parse(until)) return <Late>{t('deadline.late')}</Late>;
  return (
    <p className="text-[.8125rem] leading-5 text-2">
      {t('deadline.free', { until: dayClock(until, i18n.language, venue.time_zone) })}
    </p>
  );
}

const Late = ({ children }: { children: string }) => (
  <p className="rounded-sm bg-brand-soft px-3.5 py-2.5 text-sm font-semibold">{children}</p>
);
