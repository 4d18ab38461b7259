import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { type MyProduct, useMyProduct } from '../../../features/products/products.api.ts';
import { ScheduleForm } from '../../../features/products/schedule/schedule-form.tsx';
import { paths } from '../../../lib/paths.ts';
import { EditCard } from './edit-layout.tsx';
import { SaveBar } from './save-bar.tsx';

/** How many a day and when. A draft goes on sale by it; a copy begins with the week of what it was copied from. */
export function ProductSchedule({ product }: { product: MyProduct }) {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const sourceId = Number(searchParams.get('like'));
  const sourceQuery = useMyProduct(product.schedule === null && sourceId > 0 ? sourceId : null);
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
