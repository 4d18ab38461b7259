import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { IconArrowRight } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OfferCard } from '../../../features/offers/list/offer-card.tsx';
import { offersSummaryQuery } from '../../../features/offers/offers.api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';

/** Number of offers near the visitor, and the first of them. Renders nothing without any. */
export function NowOnSale({ placeholder }: { placeholder: ReactNode }) {
  const { t, i18n } = useTranslation('landing');
  const { formatEuros } = useFormat();
  const { data: summary, isPending } = useQuery(offersSummaryQuery(i18n.language));
  if (isPending) return placeholder;
  if (!summary?.city || summary.price_from === null) return null;
  const price = formatEuros(summary.price_from);
  const summaryText = summary.is_exact
    ? t('now.figures', {
        packs: t('now.packs', { count: summary.packs }),
        places: t('now.places', { count: summary.places }),
        price,
      })
    : t('now.many', { packs: summary.packs, price });
  return (
    <section aria-labelledby="now-title" className="pt-5 sm:pt-10 lg:pt-16">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1 sm:gap-2">
          <h2 id="now-title" className="d1 break-words">
            {t('now.title', { city: summary.city })}
          </h2>
          <p className="text-muted sm:text-lg">{summaryText}</p>
        </div>
        <ButtonLink variant="ghost" size="small" to={paths.offers} className="max-lg:hidden">
          {t('now.all')}
          <IconArrowRight />
        </ButtonLink>
      </div>
      <ul className="-mx-(--gutter) mt-4 flex snap-x snap-mandatory scroll-px-(--gutter) gap-4 overflow-x-auto px-(--gutter) pb-4 [scrollbar-width:none] lg:mx-0 lg:mt-8 lg:grid lg:grid-cols-4 lg:gap-6 lg:overflow-visible lg:px-0 lg:pb-0">
        {summary.offers.map((offer) => (
          <li key={offer.id} className="w-[min(280px,76vw)] shrink-0 snap-start lg:w-auto">
            <OfferCard offer={offer} heading="h3" guest />
          </li>
        ))}
      </ul>
      <ButtonLink variant="ghost" fullWidth to={paths.offers} className="mt-3 lg:hidden">
        {t('now.all')}
        <IconArrowRight />
      </ButtonLink>
    </section>
  );
}
