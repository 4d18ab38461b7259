import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { useSearchParams } from 'react-router';
import { myProductQuery, priceTiersQuery } from '../../features/products/products.api.ts';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { productTypesQuery } from '../../lib/data/shared-queries.ts';
import { startSellerQueries } from '../../lib/data/start-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId } from '../../lib/paths.ts';
import { EditFallback, useIdParam } from './edit/edit-layout.tsx';
import { NewProduct } from './edit/new-product.tsx';
import { ProductEditor } from './edit/product-editor.tsx';

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const id = parseId(params.id) ?? parseId(new URL(request.url).searchParams.get('copy'));
  return startSellerQueries(() => [
    queryClient.query(mySalePlacesQuery(i18n.language)),
    queryClient.query(productTypesQuery(i18n.language)),
    queryClient.query(priceTiersQuery),
    ...(id === null ? [] : [queryClient.query(myProductQuery(id, i18n.language))]),
  ]);
};

/** Product page: new, copy or edit. */
export function Component() {
  const { t, i18n } = useTranslation(['seller', 'common']);
  const id = useIdParam();
  const [searchParams] = useSearchParams();
  const copyParam = Number(searchParams.get('copy'));
  const copiedProductId = id === null && Number.isInteger(copyParam) && copyParam > 0 ? copyParam : null;
  const product = useQuery(myProductQuery(id ?? copiedProductId, i18n.language));
  const salePlaces = useQuery(mySalePlacesQuery(i18n.language));
  const title = id === null ? t('edit.newPack') : t('edit.pack');
  return (
    <div className="gutter py-4 sm:py-7">
      <PageTitle>{t(id === null ? 'common:titles.creatingDish' : 'common:titles.editingDish')}</PageTitle>
      {!salePlaces.data || (!product.data && (id ?? copiedProductId) !== null) ? (
        <EditFallback title={title} query={product.error ? product : salePlaces} />
      ) : id === null ? (
        <NewProduct
          key={copiedProductId}
          sourceProduct={copiedProductId === null ? null : product.data!}
          salePlaces={salePlaces.data}
        />
      ) : (
        <ProductEditor key={id} product={product.data!} salePlaces={salePlaces.data} />
      )}
    </div>
  );
}
