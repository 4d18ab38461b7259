import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { IconCopy } from '#icons';
import type { ProductDraft } from '../../../features/products/form/product-draft.ts';
import { toProductDraft } from '../../../features/products/form/product-draft.ts';
import { normalizeDecimal } from '../../../features/products/form/product-fields.tsx';
import { ProductForm } from '../../../features/products/form/product-form.tsx';
import {
  type MyProduct,
  myProductQuery,
  useDeleteProduct,
  usePauseProduct,
  useSaveProduct,
} from '../../../features/products/products.api.ts';
import { ScheduleForm } from '../../../features/products/schedule/schedule-form.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/display/pill.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { EditCard, EditLayout, SaveBar } from './edit-layout.tsx';
import { PauseOrRemove } from './pause-or-remove.tsx';

/** Body of the request; an empty value stays unchanged. */
export const toProductBody = ({ value, place, ...fields }: ProductDraft & { price: number }) => ({
  ...fields,
  sale_place_id: Number(place),
  ...(value.trim() && { old_price: normalizeDecimal(value) }),
});

export function ProductEditor({
  product,
  salePlaces,
}: {
  product: MyProduct;
  salePlaces: readonly SalePlace[];
}) {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const saveProduct = useSaveProduct();
  const pauseProduct = usePauseProduct();
  const deleteProduct = useDeleteProduct();
  const { id, name, state } = product;
  const isDraft = state === 'draft';
  const scheduleCard = <ProductSchedule product={product} />;
  return (
    <EditLayout title={name} state={<ProductStatePill product={product} />}>
      {isDraft ? scheduleCard : null}
      <EditCard title={isDraft ? t('edit.pack') : undefined}>
        <ProductForm
          initial={toProductDraft(product)}
          salePlaces={salePlaces}
          onSave={async (changes) => {
            await saveProduct.mutateAsync({ ...toProductBody(changes), id });
            showToast(t('edit.saved'));
          }}
          footer={(isSaving) => <SaveBar isSaving={isSaving} />}
        />
      </EditCard>
      {isDraft ? null : scheduleCard}
      <PauseOrRemove
        isPaused={isDraft ? null : state === 'paused'}
        pauseHint={t('edit.pausePackHint')}
        onPause={(paused) => pauseProduct.mutateAsync({ id, paused })}
        removeTitle={t('edit.removeTitle', { name })}
        removeText={t('edit.removePackText')}
        onRemove={async () => {
          await deleteProduct.mutateAsync(id);
          showToast(t('edit.removed'));
          await navigate(paths.seller, { replace: true });
        }}
      >
        <ButtonLink
          variant="ghost"
          icon={<IconCopy aria-hidden="true" />}
          to={`${paths.newProduct}?copy=${id}`}
        >
          {t('edit.copy')}
        </ButtonLink>
      </PauseOrRemove>
    </EditLayout>
  );
}

function ProductStatePill({ product: { state } }: { product: MyProduct }) {
  const { t } = useTranslation('seller');
  if (state === 'active') return <Pill tone="ok">{t('edit.onSale')}</Pill>;
  if (state === 'draft') return <Pill tone="warn">{t('today.draft')}</Pill>;
  return <Pill>{state === 'closed' ? t('edit.placePaused') : t('today.paused')}</Pill>;
}

/** Quantity and hours. Setting them publishes a draft; a copy starts with the schedule of its source. */
function ProductSchedule({ product }: { product: MyProduct }) {
  const { t, i18n } = useTranslation('seller');
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const sourceId = Number(searchParams.get('like'));
  const sourceQuery = useQuery(
    myProductQuery(product.schedule === null && sourceId > 0 ? sourceId : null, i18n.language),
  );
  const [schedule, setSchedule] = useState(product.schedule);
  const [quantity, setQuantity] = useState(product.quantity === null ? null : String(product.quantity));
  const isDraft = product.state === 'draft';
  const sourceProduct = sourceQuery.data;
  return (
    <EditCard title={t('schedule.title')}>
      <ScheduleForm
        productId={product.id}
        schedule={schedule ?? sourceProduct?.schedule ?? null}
        onScheduleChange={setSchedule}
        quantity={quantity ?? (sourceProduct?.quantity ? String(sourceProduct.quantity) : null)}
        onQuantityChange={setQuantity}
        successMessage={isDraft ? t('schedule.sent') : t('edit.saved')}
        onSaved={() => (isDraft ? void navigate(paths.seller) : undefined)}
        onProductMissing={() => void navigate(paths.seller)}
        footer={(isSending) => (
          <SaveBar isSaving={isSending} label={isDraft ? t('edit.putOnSale') : t('edit.saveWeek')} />
        )}
      />
    </EditCard>
  );
}
