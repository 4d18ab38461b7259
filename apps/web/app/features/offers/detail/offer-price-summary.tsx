import { discountPercent } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconClock } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat, useFormattedPickup } from '../../../lib/format/use-format.ts';
import { Price } from '../../../ui/display/price.tsx';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import type { OfferDetail } from '../offers.api.ts';

export function OfferPriceSummary({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const priceCents = toCents(offer.price);
  const oldPriceCents = offer.old_price === null ? null : toCents(offer.old_price);
  return (
    <dl className="grid gap-2">
      {oldPriceCents === null ? null : (
        <>
          <div className="flex items-center justify-between gap-3">
            <dt className="text-muted">{t('worth')}</dt>
            <dd>
              <s>{format.formatMoney(oldPriceCents)}</s>
            </dd>
          </div>
          <div className="flex items-center justify-between gap-3 font-semibold text-save">
            <dt>{t('saving')}</dt>
            <dd className="flex items-center gap-2">
              {format.formatMoney(oldPriceCents - priceCents)}
              <Pill tone="ok">
                {t('off', { percent: format.formatPercent(discountPercent(priceCents, oldPriceCents)) })}
              </Pill>
            </dd>
          </div>
        </>
      )}
      <div className="mt-1 flex items-center justify-between gap-3 border-t-[1.5px] border-dashed border-line-strong pt-3.5 first:border-t-0">
        <dt className="font-bold">{t('total')}</dt>
        <dd>
          <Price cents={priceCents} className="text-[1.75rem]" />
        </dd>
      </div>
    </dl>
  );
}

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

export const TypeBadges = ({ types }: { types: OfferDetail['types'] }) => (
  <ul className="flex flex-wrap gap-2">
    {types.map((type) => (
      <li key={type.id}>
        <Pill icon={<FoodIcon slug={type.slug} className="size-[18px]" />}>{type.name}</Pill>
      </li>
    ))}
  </ul>
);
