import { useTranslation } from 'react-i18next';
import { getCountryName } from '../../../lib/i18n/use-countries.ts';
import type { OfferDetail } from '../offers.api.ts';

/** Who sells by law, and where: to be read before paying. */
export function SellerLegalInfo({ seller }: { seller: OfferDetail['seller'] }) {
  const { t, i18n } = useTranslation('offer');
  const addressParts = [seller.address, seller.country && getCountryName(seller.country, i18n.language)];
  return (
    <p className="text-[.8125rem] leading-5 break-words text-muted">
      {t('seller', { name: seller.name })}
      {seller.address ? (
        <span className="block whitespace-pre-line">{addressParts.filter(Boolean).join(', ')}</span>
      ) : null}
    </p>
  );
}
