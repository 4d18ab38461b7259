import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useFormattedPickup } from '../../../lib/format/use-formatted-pickup.ts';
import type { OfferDetail } from '../offers.api.ts';

/** When to come, and how long until then. */
export function PickupBadge({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const now = useNow(15_000);
  const pickup = useFormattedPickup(offer, offer.sale_place.time_zone);
  if (!offer.pickup_start || !offer.pickup_end) return null;
  const msUntilOpening = Date.parse(offer.pickup_start) - now;
  const msUntilClosing = Date.parse(offer.pickup_end) - now;
  return (
    <div className="flex items-center gap-3 rounded-md bg-brand-soft px-4 py-3.5">
      <IconClock className="size-[26px] shrink-0" aria-hidden="true" />
      <div>
        <p className="font-bold">
          <span className="sr-only">{t('pickup')} </span>
          {pickup}
        </p>
        <p className="text-sm">
          {msUntilOpening > 0
            ? t('opensIn', { duration: format.formatDuration(msUntilOpening) })
            : msUntilClosing > 0
              ? t('closesIn', { duration: format.formatDuration(msUntilClosing) })
              : t('closed')}
        </p>
      </div>
    </div>
  );
}
