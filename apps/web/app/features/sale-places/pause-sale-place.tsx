import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/overlay/toast.ts';
import { type SalePlace, usePauseSalePlace } from './sale-places.api.ts';

/** Takes all packs of a venue off sale for a while; asks first, since all of them go at once. */
export function PauseSalePlace({ salePlace }: { salePlace: SalePlace }) {
  const { t } = useTranslation('week');
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
          icon={<IconPlayerPlay aria-hidden="true" />}
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
        icon={<IconPlayerPause aria-hidden="true" />}
        onClick={() => setConfirmOpen(true)}
        className="justify-self-start"
      >
        {t('pausePlace.button')}
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={t('pausePlace.title', { name: salePlace.name })}
        description={t('pausePlace.text')}
        confirmLabel={t('pausePlace.confirm')}
        loading={pauseSalePlace.isPending}
        onConfirm={() => setPaused(true)}
      />
    </>
  );
}
