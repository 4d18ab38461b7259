import { ButtonLink } from '@wopack/ui/button.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { SellerReviewList } from '../../features/orders/reviews/seller-review-list.tsx';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { EditLayout } from './edit/edit-layout.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';
import { SalePlaceSwitcher } from './sale-place-switcher.tsx';

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
        {(_, salePlaces) => <ReviewsView title={title} salePlaces={salePlaces} />}
      </WithSalePlace>
    </div>
  );
}

/** The reviews of the sale places chosen; buyers see those of one. */
export function ReviewsView({ title, salePlaces }: { title: string; salePlaces: readonly SalePlace[] }) {
  const { t } = useTranslation('seller');
  const { chosen, ids, choose } = useChosenSalePlaces(salePlaces);
  return (
    <EditLayout
      title={title}
      actions={
        <>
          <SalePlaceSwitcher
            salePlaces={salePlaces}
            chosen={chosen}
            onChoose={choose}
            className="max-w-64 min-w-0"
          />
          {chosen.length === 1 ? (
            <ButtonLink size="small" variant="ghost" to={paths.reviews(chosen[0]!.id)}>
              {t('reviews.asBuyers')}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <SellerReviewList key={ids?.join()} salePlaceIds={ids} />
    </EditLayout>
  );
}
