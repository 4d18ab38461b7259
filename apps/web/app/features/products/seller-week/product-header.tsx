import { IconCalendarCog, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/display/pill.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import { usePauseProduct } from '../products.api.ts';
import { ScheduleForm } from '../schedule/schedule-form.tsx';
import type { WeekProduct } from './seller-week.api.ts';

interface Props {
  product: WeekProduct;
  onEditSchedule: () => void;
  /** Buttons below the name, on narrow screens. */
  stacked?: boolean;
}

/** A product with the actions on all of its dates: weekly hours, pause and reopen. */
export function ProductHeader({ product, onEditSchedule, stacked }: Props) {
  const { t } = useTranslation('week');
  const pauseProduct = usePauseProduct();
  const paused = product.state === 'paused';
  const setPaused = (nextPaused: boolean) =>
    pauseProduct.mutate(
      { id: product.id, paused: nextPaused },
      {
        onSuccess: () =>
          showToast(t(nextPaused ? 'pausedDone' : 'reopenedDone', { name: product.name }), {
            label: t('undo'),
            run: () => setPaused(!nextPaused),
          }),
        onError: showErrorToast,
      },
    );
  return (
    <div className={cn('flex items-center gap-x-3', stacked && 'flex-wrap')}>
      <span className="w-14 shrink-0 overflow-hidden rounded-sm">
        <Photo
          photo={product.photo}
          type={product.type ?? undefined}
          alt=""
          sizes="56px"
          className="aspect-[56/48]!"
        />
      </span>
      <div className={cn('min-w-0 flex-1 leading-5', stacked && 'basis-28')}>
        <b className="line-clamp-2 break-words">{product.name}</b>
        <span className="flex flex-wrap items-center gap-x-2 text-[.8125rem] text-muted">
          {t('aDay', { count: product.quantity })}
          {product.state === 'active' ? null : <Pill>{t(`state.${product.state}`)}</Pill>}
        </span>
      </div>
      <span className={cn('flex shrink-0', stacked && 'mt-1 -ml-2.5 w-full')}>
        <IconButton variant="plain" label={t('scheduleOf', { name: product.name })} onClick={onEditSchedule}>
          <IconCalendarCog aria-hidden="true" />
        </IconButton>
        <IconButton
          variant="plain"
          label={t(paused ? 'reopen' : 'pause', { name: product.name })}
          aria-busy={pauseProduct.isPending || undefined}
          onClick={() => pauseProduct.isPending || setPaused(!paused)}
        >
          {paused ? <IconPlayerPlay aria-hidden="true" /> : <IconPlayerPause aria-hidden="true" />}
        </IconButton>
      </span>
    </div>
  );
}

/** The weekly hours and daily quantity of an existing product. */
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
