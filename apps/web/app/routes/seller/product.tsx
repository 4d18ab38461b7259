import { useQuery } from '@tanstack/react-query';
import type { Language } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import {
  emptyProductDraft,
  type ProductDraft,
  toCopyDraft,
  toProductBody,
} from '../../features/products/form/product-draft.ts';
import { ProductForm } from '../../features/products/form/product-form.tsx';
import {
  type MyProduct,
  myProductQuery,
  priceTiersQuery,
  useSaveProduct,
} from '../../features/products/products.api.ts';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { productTypesQuery, startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId, paths } from '../../lib/paths.ts';
import { BuyerPreview } from './edit/buyer-preview.tsx';
import {
  EditFallback,
  EditLayout,
  isSameDraft,
  SaveBar,
  useIdParam,
  useUnsavedChanges,
} from './edit/edit-layout.tsx';
import { ProductCards, ProductEditor } from './edit/product-editor.tsx';
import { renderVerifyForMore } from './verify-for-more.tsx';

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
  const placeParam = searchParams.get('place');
  // Whoever has just saved a sale place comes before the list has it: another one must not take its place in the form.
  const isPlaceAwaited =
    placeParam !== null &&
    salePlaces.isFetching &&
    !salePlaces.data?.some((salePlace) => salePlace.id === Number(placeParam));
  return (
    <div className="gutter py-4 sm:py-7">
      <PageTitle>{t(id === null ? 'common:titles.newProduct' : 'common:titles.editProduct')}</PageTitle>
      {!salePlaces.data || isPlaceAwaited || (!product.data && (id ?? copiedProductId) !== null) ? (
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

const NO_TEXTS = {};

interface Props {
  sourceProduct: MyProduct | null;
  salePlaces: readonly SalePlace[];
}

/** The product is a draft until its schedule is set, which is the next step. */
function NewProduct({ sourceProduct, salePlaces }: Props) {
  const { t, i18n } = useTranslation('seller');
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const saveProduct = useSaveProduct();
  const { setChanged, guard } = useUnsavedChanges();
  const title = sourceProduct ? t('edit.copyOf', { name: sourceProduct.name }) : t('edit.newPack');
  const requestedSalePlace = salePlaces.find(({ id }) => id === Number(searchParams.get('place')));
  const salePlace = requestedSalePlace ?? salePlaces[0];
  const [draft, setDraft] = useState<ProductDraft | null>(null);
  if (!salePlace) {
    return (
      <EditLayout title={title}>
        <EmptyState
          mood="asleep"
          title={t('today.emptyTitle')}
          action={<ButtonLink to={paths.newSalePlace}>{t('today.addSalePlace')}</ButtonLink>}
        >
          {t('today.emptyText')}
        </EmptyState>
      </EditLayout>
    );
  }
  const initial = sourceProduct
    ? { ...toCopyDraft(sourceProduct), ...(requestedSalePlace && { place: String(salePlace.id) }) }
    : { ...emptyProductDraft, language: i18n.language as Language, place: String(salePlace.id) };
  return (
    <EditLayout
      title={title}
      actions={
        <BuyerPreview
          draft={draft ?? initial}
          schedule={sourceProduct?.schedule ?? null}
          quantity={sourceProduct?.quantity ? String(sourceProduct.quantity) : null}
          salePlaces={salePlaces}
        />
      }
    >
      {guard}
      <ProductForm
        initial={initial}
        isNew
        salePlaces={salePlaces}
        savedTexts={NO_TEXTS}
        onDraftChange={(changed) => {
          setDraft(changed);
          setChanged(!isSameDraft(changed, initial));
        }}
        onSave={async (savedDraft) => {
          const { id } = await saveProduct.mutateAsync({
            ...toProductBody(savedDraft),
            id: 0,
            ...(sourceProduct && { copy_of: sourceProduct.id }),
          });
          setChanged(false);
          const nextPath = sourceProduct
            ? `${paths.editProduct(id)}?like=${sourceProduct.id}`
            : paths.editProduct(id);
          await navigate(nextPath, { replace: true });
        }}
        renderRefusal={renderVerifyForMore}
        renderFields={(sections) => <ProductCards sections={sections} />}
        footer={(isSaving) => <SaveBar isSaving={isSaving} label={t('edit.next')} />}
      />
    </EditLayout>
  );
}
