import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify, notifyProblem } from '../../ui/toast.ts';
import { type SalePlace, usePausePlace } from './sale-places.api.ts';

/** Takes all packs of a venue off sale for a while; asks first, since all of them go at once. */
export function PlacePause({ place }: { place: SalePlace }) {
  const { t } = useTranslation('week');
  const pause = usePausePlace();
  const [asking, setAsking] = useState(false);
  const turn = (paused: boolean) =>
    pause.mutate(
      { id: place.id, paused },
      {
        onSuccess: () => notify(t(paused ? 'pausedDone' : 'reopenedDone', { name: place.name })),
        onError: notifyProblem,
        onSettled: () => setAsking(false),
      },
    );
  if (place.paused) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-brand-soft p-4 sm:px-6">
        <p>
          <b>{t('placePaused.title', { name: place.name })}</b>
          <span className="block text-sm">{t('placePaused.text')}</span>
        </p>
        <Button
          small
          icon={<IconPlayerPlay aria-hidden="true" />}
          loading={pause.isPending}
          onClick={() => turn(false)}
        >
          {t('placePaused.reopen')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button
        look="ghost"
        small
        icon={<IconPlayerPause aria-hidden="true" />}
        onClick={() => setAsking(true)}
        className="justify-self-start"
      >
        {t('pausePlace.button')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('pausePlace.title', { name: place.name })}
        description={t('pausePlace.text')}
        confirm={t('pausePlace.confirm')}
        loading={pause.isPending}
        onConfirm={() => turn(true)}
      />
    </>
  );
}
