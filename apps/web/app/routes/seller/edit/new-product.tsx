import type { Language } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import {
  emptyProductDraft,
  toCopyDraft,
  toProductBody,
} from '../../../features/products/form/product-draft.ts';
import { ProductForm } from '../../../features/products/form/product-form.tsx';
import { type MyProduct, useSaveProduct } from '../../../features/products/products.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';
import { EditCard, EditLayout, isSameDraft, SaveBar, useUnsavedChanges } from './edit-layout.tsx';

const NO_TEXTS = {};

interface Props {
  /** The product to copy. */
  sourceProduct: MyProduct | null;
  salePlaces: readonly SalePlace[];
}

/** The product is a draft until its schedule is set, which is the next step. */
export function NewProduct({ sourceProduct, salePlaces }: Props) {
  const { t, i18n } = useTranslation('seller');
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const saveProduct = useSaveProduct();
  const { setChanged, guard } = useUnsavedChanges();
  const title = sourceProduct ? t('edit.copyOf', { name: sourceProduct.name }) : t('edit.newPack');
  const salePlace = salePlaces.find(({ id }) => id === Number(searchParams.get('place'))) ?? salePlaces[0];
  if (!salePlace) {
    return (
      <EditLayout title={title}>
        <EmptyState
          mood="asleep"
          title={t('today.emptyTitle')}
          action={<ButtonLink to={paths.newSalePlace}>{t('today.addPoint')}</ButtonLink>}
        >
          {t('today.emptyText')}
        </EmptyState>
      </EditLayout>
    );
  }
  const initial = sourceProduct
    ? toCopyDraft(sourceProduct)
    : { ...emptyProductDraft, language: i18n.language as Language, place: String(salePlace.id) };
  return (
    <EditLayout title={title}>
      {guard}
      <ProductForm
        initial={initial}
        isNew
        salePlaces={salePlaces}
        savedTexts={NO_TEXTS}
        onDraftChange={(draft) => setChanged(!isSameDraft(draft, initial))}
        onSave={async (draft) => {
          const { id } = await saveProduct.mutateAsync({
            ...toProductBody(draft),
            id: 0,
            ...(sourceProduct && { copy_of: sourceProduct.id }),
          });
          setChanged(false);
          const nextPath = sourceProduct
            ? `${paths.editProduct(id)}?like=${sourceProduct.id}`
            : paths.editProduct(id);
          await navigate(nextPath, { replace: true });
        }}
        renderFields={(fields) => <EditCard>{fields}</EditCard>}
        footer={(isSaving) => <SaveBar isSaving={isSaving} label={t('edit.next')} />}
      />
    </EditLayout>
  );
}
