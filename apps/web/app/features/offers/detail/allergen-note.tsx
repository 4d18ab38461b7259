import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { getLocale } from '../../../lib/i18n/language.ts';
import type { OfferDetail } from '../offers.api.ts';

/** What the seller says about allergens and diet. Promises cancelling only until the window starts. */
export function AllergenNote({ offer }: { offer: OfferDetail }) {
  const { t, i18n } = useTranslation('offer');
  const now = useNow(60_000);
  const formatList = (names: string[]) =>
    new Intl.ListFormat(getLocale(i18n.language), { type: 'conjunction' }).format(names);
  const isBeforePickup = offer.pickup_start !== null && now < Date.parse(offer.pickup_start);
  return (
    <div className="flex gap-3 rounded-md bg-urgent-soft px-4 py-3.5 text-sm leading-[1.3125rem]">
      <IconAlertTriangle className="size-[22px] shrink-0 text-urgent" aria-hidden="true" />
      <div className="grid gap-1">
        <p>
          <b>{t('allergensTitle')}</b>{' '}
          {offer.allergens.length
            ? t('allergensKnown', { list: formatList(offer.allergens.map((name) => t(`allergens.${name}`))) })
            : t('allergensUnknown')}{' '}
          {isBeforePickup ? t('allergensCancel') : null}
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
