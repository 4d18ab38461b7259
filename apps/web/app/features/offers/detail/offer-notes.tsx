import { getLocale } from '@wopack/domain';
import { formatDeadline } from '@wopack/ui/format.ts';
import { IconAlertTriangle } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { getCountryName } from '../../../lib/format/use-format.ts';
import type { OfferDetail } from '../offers.api.ts';

/** The seller's text on allergens and diet. Promises cancellation only until the window starts. */
export function AllergenNote({ offer }: { offer: OfferDetail }) {
  const { t, i18n } = useTranslation('offer');
  const now = useNow(60_000);
  const formatList = (names: string[]) =>
    new Intl.ListFormat(getLocale(i18n.language), { type: 'conjunction' }).format(names);
  const { pickup_start: pickupStart, sale_place: salePlace } = offer;
  const isBeforePickup = pickupStart !== null && now < Date.parse(pickupStart);
  return (
    <div className="flex gap-3 rounded-md bg-urgent-soft px-4 py-3.5 text-sm leading-[1.3125rem]">
      <IconAlertTriangle className="size-[22px] shrink-0 text-urgent" aria-hidden="true" />
      <div className="grid gap-1">
        <p>
          <b>{t('allergensTitle')}</b>{' '}
          {offer.allergens.length
            ? t('allergensKnown', { list: formatList(offer.allergens.map((name) => t(`allergens.${name}`))) })
            : t('allergensUnknown')}{' '}
          {isBeforePickup
            ? t('allergensCancel', {
                until: Object.values(formatDeadline(pickupStart, i18n.language, salePlace.time_zone)).join(
                  ', ',
                ),
              })
            : null}
        </p>
        {offer.diet.length ? (
          <p>
            {t('dietTitle')} {formatList(offer.diet.map((name) => t(`diets.${name}`)))}.
          </p>
        ) : null}
      </div>
    </div>
  );
}

type OfferText = Pick<OfferDetail, 'name' | 'description' | 'language'>;

/** The text of an offer, and for a translated one a note with a button that shows the original instead. */
export function useOfferText(offer: OfferDetail): { text: OfferText; note: ReactNode } {
  const { t } = useTranslation('offer');
  const [isOriginalShown, setOriginalShown] = useState(false);
  const { original } = offer;
  if (!offer.translated || !original) return { text: offer, note: null };
  const note = (
    <p className="-my-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span role="status">
        {t(
          isOriginalShown
            ? `translation.original.${original.language}`
            : `translation.from.${original.language}`,
        )}
      </span>
      <button type="button" onClick={() => setOriginalShown(!isOriginalShown)} className="link min-h-11">
        {t(isOriginalShown ? 'translation.show' : 'translation.showOriginal')}
      </button>
    </p>
  );
  return { text: isOriginalShown ? original : offer, note };
}

/** The deadline of free cancellation. Inside the last two hours a buyer must read this before paying. */
export function CancellationDeadlineNote({ offer }: { offer: OfferDetail }) {
  const { t, i18n } = useTranslation('offer');
  const now = useNow(30_000);
  const { cancel_until: cancelUntil, pickup_start: pickupStart, sale_place: salePlace } = offer;
  if (!cancelUntil || !pickupStart) return null;
  if (now >= Date.parse(pickupStart)) return <DeadlineWarning>{t('deadline.open')}</DeadlineWarning>;
  if (now >= Date.parse(cancelUntil)) return <DeadlineWarning>{t('deadline.late')}</DeadlineWarning>;
  return (
    <p className="text-[.8125rem] leading-5 text-muted">
      {t('deadline.free', formatDeadline(cancelUntil, i18n.language, salePlace.time_zone))}
    </p>
  );
}

const DeadlineWarning = ({ children }: { children: string }) => (
  <p className="rounded-sm bg-brand-soft px-3.5 py-2.5 text-sm font-semibold">{children}</p>
);

/** Announces that the last unit was sold while the page is open. */
export function SoldOutAnnouncement({ quantity }: { quantity: number }) {
  const { t } = useTranslation('offers');
  const [wasAvailable, setWasAvailable] = useState(quantity > 0);
  if (quantity > 0 && !wasAvailable) setWasAvailable(true);
  return (
    <p role="status" className="sr-only">
      {wasAvailable && quantity === 0 ? t('soldOut') : null}
    </p>
  );
}

/** The seller's legal name and address, which must be readable before paying. */
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
