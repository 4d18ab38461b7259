import { ButtonLink } from '@wopack/ui/button.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { SellerReviewList } from '../../features/orders/reviews/seller-review-list.tsx';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { EditLayout } from './edit/edit-layout.tsx';
import { SalePlacePicker, WithSalePlace } from './sale-place-picker.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

/** What buyers say of a sale place, and the seller's replies. */
export function Component() {
  const { t } = useTranslation(['seller', 'common']);
  const title = t('reviews.title');
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('common:titles.sellerReviews')}</PageTitle>
      <WithSalePlace
        title={title}
        fallback={<LoadingRows count={3} row="h-40 rounded-lg" className="grid gap-4" />}
      >
        {(salePlace, salePlaces) => (
          <EditLayout
            title={title}
            actions={
              <>
                <SalePlacePicker salePlace={salePlace} salePlaces={salePlaces} className="max-w-64" />
                <ButtonLink size="small" variant="ghost" to={paths.reviews(salePlace.id)}>
                  {t('reviews.asBuyers')}
                </ButtonLink>
              </>
            }
          >
            <SellerReviewList key={salePlace.id} salePlaceId={salePlace.id} />
          </EditLayout>
        )}
      </WithSalePlace>
    </div>
  );
}
