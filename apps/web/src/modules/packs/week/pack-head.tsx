import { IconCalendarCog, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { notify, notifyProblem } from '../../../ui/toast.ts';
import { usePausePack } from '../packs.api.ts';
import type { WeekPack } from './week-cache.ts';

interface Props {
  pack: WeekPack;
  onSchedule: () => void;
  /** The buttons below the name, where there is little room beside it. */
  stacked?: boolean;
}

/** A pack with what changes all of its days: the weekly hours, pausing and reopening. */
export function PackHead({ pack, onSchedule, stacked }: Props) {
  const { t } = useTranslation('week');
  const pause = usePausePack();
  const paused = pack.state === 'paused';
  const turn = (wish: boolean) =>
    pause.mutate(
      { id: pack.id, paused: wish },
      {
        onSuccess: () =>
          notify(t(wish ? 'pausedDone' : 'reopenedDone', { name: pack.name }), {
            label: t('undo'),
            run: () => turn(!wish),
          }),
        onError: notifyProblem,
      },
    );
  return (
    <div className={cx('flex items-center gap-x-3', stacked && 'flex-wrap')}>
      <span className="w-14 shrink-0 overflow-hidden rounded-sm">
        <Photo
          photo={pack.photo}
          type={pack.type ?? undefined}
          alt=""
          sizes="56px"
          className="aspect-[56/48]!"
        />
      </span>
      <div className={cx('min-w-0 flex-1 leading-5', stacked && 'basis-28')}>
        <b className="line-clamp-2 break-words">{pack.name}</b>
        <span className="flex flex-wrap items-center gap-x-2 text-[.8125rem] text-2">
          {t('aDay', { count: pack.quantity })}
          {pack.state === 'active' ? null : <Pill>{t(`state.${pack.state}`)}</Pill>}
        </span>
      </div>
      <span className={cx('flex shrink-0', stacked && 'mt-1 -ml-2.5 w-full')}>
        <IconButton look="plain" label={t('scheduleOf', { name: pack.name })} onClick={onSchedule}>
          <IconCalendarCog aria-hidden="true" />
        </IconButton>
        <IconButton
          look="plain"
          label={t(paused ? 'reopen' : 'pause', { name: pack.name })}
          aria-busy={pause.isPending || undefined}
          onClick={() => pause.isPending || turn(!paused)}
        >
          {paused ? <IconPlayerPlay aria-hidden="true" /> : <IconPlayerPause aria-hidden="true" />}
        </IconButton>
      </span>
    </div>
  );
}
