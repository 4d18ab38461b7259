import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { SellerOrder } from '../seller-orders.api.ts';
import { handOutStartsAt } from './hand-out-time.ts';

/** Whose PIN it is; and if the time is wrong, when it will be right. */
export function PinMatch({ order, timeZone }: { order: SellerOrder; timeZone: string }) {
  const { t } = useTranslation('seller');
  const { formatTime } = useFormat();
  const { client, id, product } = order;
  const handOutStart = handOutStartsAt(order);
  return (
    <div className="grid gap-1 rounded-md bg-save-soft px-4 py-3.5 text-text">
      <p className="flex items-center gap-2 text-sm font-semibold text-save">
        <IconCircleCheckFilled className="size-5 shrink-0" aria-hidden="true" />
        {t('pin.right')}
      </p>
      <p className="font-bold break-words">{t('pin.whose', { client, id })}</p>
      <p className="text-sm break-words text-2">{t('pin.what', { name: product.name })}</p>
      {order.can_hand_out ? null : (
        <p className="mt-1 text-sm font-semibold">
          {handOutStart > Date.now()
            ? t('pin.early', { time: formatTime(new Date(handOutStart), timeZone) })
            : t('pin.late')}
        </p>
      )}
    </div>
  );
}
