import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { myProductQuery } from '../../features/products/products.api.ts';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EditFallback, useIdParam } from './edit/edit-layout.tsx';
import { NewProduct } from './edit/new-product.tsx';
import { ProductEditor } from './edit/product-editor.tsx';

/** A pack: a new one, a copy of another, or one to change, pause or remove. */
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
