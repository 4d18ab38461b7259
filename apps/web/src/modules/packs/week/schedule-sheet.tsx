import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ScheduleForm } from '../schedule-form.tsx';
import type { WeekPack } from './week-cache.ts';

/** The weekly hours and the daily quantity of a pack that is there already. */
export function ScheduleSheet({ pack, onClose }: { pack: WeekPack; onClose: () => void }) {
  const { t } = useTranslation('week');
  const [week, setWeek] = useState(pack.schedule);
  const [quantity, setQuantity] = useState(String(pack.quantity));
  return (
    <Sheet open onClose={onClose} title={t('schedule')} description={pack.name}>
      <ScheduleForm
        productId={pack.id}
        week={week}
        onWeek={setWeek}
        quantity={quantity}
        onQuantity={setQuantity}
        sent={t('scheduleSaved')}
        onSent={onClose}
        onPackGone={onClose}
        footer={(sending) => (
          <Button type="submit" loading={sending} className="mt-2">
            {t('save')}
          </Button>
        )}
      />
    </Sheet>
  );
}
