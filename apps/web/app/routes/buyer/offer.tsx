import { noop, useQuery } from '@tanstack/react-query';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router';
import { ReportContent } from '../../features/content-reports/report-content.tsx';
import { MissingOffer } from '../../features/offers/detail/missing-offer.tsx';
import { CloseOfferLink, OfferDetailSkeleton } from '../../features/offers/detail/offer-detail-layout.tsx';
import { useUserLocation } from '../../features/offers/filters/user-location.tsx';
import { useLiveStock } from '../../features/offers/live/use-live-stock.ts';
import { offerQuery } from '../../features/offers/offers.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { getStoredPosition } from '../../lib/browser/position.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { startQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { useLayoutOptions } from '../../lib/layout-options.tsx';
import { PAID_SLOT_PARAM, parseId, parseSlotId } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { loadBehindShell } from '../../performance/prerendered-shell.ts';
import { OfferCheckout } from './offer-checkout.tsx';

/** The prerendered page has photo and name; it is replaced once the offer has loaded. */
export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  if (id === null) return null;
  const paidSlotId = parseSlotId(new URL(request.url).searchParams.get(PAID_SLOT_PARAM));
  const loadOffer = () =>
    queryClient.query(offerQuery(id, i18n.language, getStoredPosition().position, paidSlotId));
  startQueries(() => [loadOffer()]);
  return loadBehindShell(() => loadOffer().catch(noop));
};

export function Component() {
  const { t, i18n } = useTranslation();
  const isWide = useIsWideScreen();
  const userLocation = useUserLocation();
  const [token] = useStored('token');
  const id = Number(useParams().id);
  const [searchParams] = useSearchParams();
  const paidSlotId = parseSlotId(searchParams.get(PAID_SLOT_PARAM));
  const query = useQuery({
    ...offerQuery(id, i18n.language, userLocation.position, paidSlotId),
    enabled: Number.isInteger(id) && id > 0,
  });
  const { data: offer, isLoading, refetch } = query;
  useLayoutOptions({ headerImage: offer?.photos[0] });
  useLiveStock(offer ? [id] : []);
  return (
    <>
      <PageTitle>{offer?.name ?? t('titles.offer')}</PageTitle>
      {offer ? (
        <div className="group">
          <OfferCheckout
            offer={offer}
            userLocation={userLocation}
            isSignedIn={token !== null}
            onOfferChange={refetch}
          />
          <ReportContent
            subject={{
              kind: 'product',
              id: offer.id,
              photoPaths: [...offer.photos, ...(offer.examples ?? []).map(({ photo }) => photo)].map(
                ({ path }) => path,
              ),
            }}
            // In the room that the offer leaves for the bar with the price, where there is one.
            className="gutter mx-auto max-w-[1320px] pb-6 group-has-data-pay-bar:relative group-has-data-pay-bar:-mt-24 group-has-data-pay-bar:pb-28"
          />
        </div>
      ) : (
        <div className="relative">
          {isLoading ? (
            <div className={isWide ? 'gutter py-7' : undefined}>
              <h1 className="sr-only">{t('titles.offer')}</h1>
              <OfferDetailSkeleton />
            </div>
          ) : (
            <MissingOffer id={id} query={query} />
          )}
          {isWide ? null : (
            <div className="absolute top-[calc(14px+env(safe-area-inset-top))] left-4">
              <CloseOfferLink />
            </div>
          )}
        </div>
      )}
    </>
  );
}
