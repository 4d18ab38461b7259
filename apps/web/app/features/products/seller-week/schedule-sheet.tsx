import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { ScheduleForm } from '../schedule/schedule-form.tsx';
import type { WeekProduct } from './seller-week-cache.ts';

/** The weekly hours and the daily quantity of a pack that is there already. */
export function ScheduleSheet({ product, onClose }: { product: WeekProduct; onClose: () => void }) {
  const { t } = useTranslation('week');
  const [schedule, setSchedule] = useState(product.schedule);
  const [quantity, setQuantity] = useState(String(product.quantity));
  return (
    <Sheet open onClose={onClose} title={t('schedule')} description={product.name}>
      <ScheduleForm
        productId={product.id}
        schedule={schedule}
        onScheduleChange={setSchedule}
        quantity={quantity}
        onQuantityChange={setQuantity}
        successMessage={t('scheduleSaved')}
        onSaved={onClose}
        onProductMissing={onClose}
        footer={(saving) => (
          <Button type="submit" loading={saving} className="mt-2">
            {t('save')}
          </Button>
        )}
      />
    </Sheet>
  );
}
