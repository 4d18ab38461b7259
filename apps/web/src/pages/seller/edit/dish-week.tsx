import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { type MyProduct, useMyProduct } from '../../../modules/products/products.api.ts';
import { ScheduleForm } from '../../../modules/products/schedule/schedule-form.tsx';
import { EditCard } from './edit-frame.tsx';
import { SaveBar } from './save-bar.tsx';

/** How many a day and when. A draft goes on sale by it; a copy begins with the week of what it was copied from. */
export function DishWeek({ pack }: { pack: MyProduct }) {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const like = Number(search.get('like'));
  const original = useMyProduct(pack.schedule === null && like > 0 ? like : null);
  const [week, setWeek] = useState(pack.schedule);
  const [quantity, setQuantity] = useState(pack.quantity === null ? null : String(pack.quantity));
  const draft = pack.state === 'draft';
  const model = original.data;
  return (
    <EditCard title={t('schedule.title')}>
      <ScheduleForm
        productId={pack.id}
        schedule={week ?? model?.schedule ?? null}
        onScheduleChange={setWeek}
        quantity={quantity ?? (model?.quantity ? String(model.quantity) : null)}
        onQuantityChange={setQuantity}
        successMessage={draft ? t('schedule.sent') : t('edit.saved')}
        onSaved={() => (draft ? void navigate(paths.seller) : undefined)}
        onProductMissing={() => void navigate(paths.seller)}
        footer={(sending) => (
          <SaveBar saving={sending} label={draft ? t('edit.putOnSale') : t('edit.saveWeek')} />
        )}
      />
    </EditCard>
  );
}
