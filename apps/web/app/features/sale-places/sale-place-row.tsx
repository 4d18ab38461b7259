import { toLocative } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconPlayerPause, IconPlayerPlay } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { FoodIcon } from '../../ui/images/food-icon.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { type SalePlace, usePauseSalePlace } from './sale-places.api.ts';

export function SalePlaceRow({ salePlace }: { salePlace: SalePlace }) {
  const { t } = useTranslation('seller');
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={paths.editSalePlace(salePlace.id)}
        className="flex flex-wrap items-center gap-3.5 rounded-xs py-3 leading-[1.3rem] hover:bg-quiet"
      >
        <span className="grid size-14 shrink-0 place-items-center rounded-md bg-brand-soft">
          <FoodIcon slug={salePlace.categories[0]?.slug ?? ''} className="size-9" />
        </span>
        <span className="min-w-0 flex-1 basis-32">
          <b className="block break-words">{salePlace.name}</b>
          <span className="block text-sm break-words text-muted">
            <Unbroken>{salePlace.address}</Unbroken>
          </span>
        </span>
        {salePlace.paused ? <Pill>{t('today.paused')}</Pill> : null}
      </Link>
    </li>
  );
}

/** Takes all products of a sale place off sale for a while, after a confirmation. */
export function PauseSalePlace({ salePlace }: { salePlace: SalePlace }) {
  const { t, i18n } = useTranslation('week');
  const pauseSalePlace = usePauseSalePlace();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const setPaused = (paused: boolean) =>
    pauseSalePlace.mutate(
      { id: salePlace.id, paused },
      {
        onSuccess: () => showToast(t(paused ? 'pausedDone' : 'reopenedDone', { name: salePlace.name })),
        onError: showErrorToast,
        onSettled: () => setConfirmOpen(false),
      },
    );
  if (salePlace.paused) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-brand-soft p-4 sm:px-6">
        <p>
          <b>{t('placePaused.title', { name: salePlace.name })}</b>
          <span className="block text-sm">{t('placePaused.text')}</span>
        </p>
        <Button
          size="small"
          icon={<IconPlayerPlay />}
          loading={pauseSalePlace.isPending}
          onClick={() => setPaused(false)}
        >
          {t('placePaused.reopen')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={<IconPlayerPause />}
        onClick={() => setConfirmOpen(true)}
        className="justify-self-start"
      >
        {t('pausePlace.button')}
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={t('pausePlace.title', { name: toLocative(salePlace.name, i18n.language) })}
        description={t('pausePlace.text')}
        confirmLabel={t('pausePlace.confirm')}
        loading={pauseSalePlace.isPending}
        onConfirm={() => setPaused(true)}
      />
    </>
  );
}
