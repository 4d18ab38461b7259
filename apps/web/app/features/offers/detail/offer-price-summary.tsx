import { discountPercent } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { toCents } from '../../../lib/format/format.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Pill } from '../../../ui/display/pill.tsx';
import { Price } from '../../../ui/display/price.tsx';
import type { OfferDetail } from '../offers.api.ts';

/** Worth, savings and what is paid, VAT included. */
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
              <Pill tone="ok">{t('off', { percent: discountPercent(priceCents, oldPriceCents) })}</Pill>
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
