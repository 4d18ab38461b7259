import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { PlaceClaimLists } from '../../features/sale-places/place-claims.tsx';
import { myPlaceClaimsQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { EditFallback, EditLayout } from './edit/edit-layout.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(myPlaceClaimsQuery())]);

/** Claims on sale places: what others say of the seller's, and the seller's own. */
export function Component() {
  const { t } = useTranslation(['seller', 'common']);
  const claims = useQuery(myPlaceClaimsQuery());
  return (
    <div className="gutter py-4 sm:py-7">
      <PageTitle>{t('common:titles.placeClaims')}</PageTitle>
      {claims.data ? (
        <EditLayout title={t('claims.pageTitle')}>
          <PlaceClaimLists claims={claims.data} />
        </EditLayout>
      ) : (
        <EditFallback title={t('claims.pageTitle')} query={claims} />
      )}
    </div>
  );
}
