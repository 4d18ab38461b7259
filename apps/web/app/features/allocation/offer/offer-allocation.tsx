import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { IconArrowsShuffle, IconHourglass } from '@wopack/ui/icons';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useIsOffline } from '../../../lib/offline/connection.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { useEnterDraw, useJoinWaitlist, useLeaveWaitlist, useWithdrawFromDraw } from '../allocation.api.ts';
import { type AllocatedOffer, StatusContent, type StatusProps } from './allocation-status.tsx';
import type { AllocationView } from './allocation-view.ts';

/** What is going on with the units of an offer, and the user's part in it. */
export function AllocationStatus({ offer, view, isSignedIn, isPassedOver }: StatusProps) {
  const { t } = useTranslation('allocation');
  return (
    <div className="grid gap-4">
      <StatusContent offer={offer} view={view} isSignedIn={isSignedIn} />
      {isPassedOver && (view === 'entered' || view === 'ranked' || view === 'waiting') ? (
        <p className="rounded-md bg-info-soft px-4 py-3 text-sm">{t('passedOver')}</p>
      ) : null}
      <OfflineNote offer={offer} view={view} />
    </div>
  );
}

function OfflineNote({ offer, view }: Pick<StatusProps, 'offer' | 'view'>) {
  const { t } = useTranslation('allocation');
  const { formatTime } = useFormat();
  const isOffline = useIsOffline();
  const { draw } = offer.allocation;
  if (!isOffline) return null;
  const getText = (): string => {
    if (view === 'open' && draw)
      return t('open.offline', { time: formatTime(draw.closes_at, offer.time_zone) });
    if (view === 'entered') return t('entered.offline');
    if (view === 'opening' || view === 'drawing') return t('drawing.offline');
    return t(view === 'ranked' || view === 'waiting' ? 'line.offline' : 'list.offline');
  };
  return (
    <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-sm">
      {getText()}
    </p>
  );
}

/** Reads out what changed while the page is open: the user's result, their place, the end of the draw. */
export function ResultAnnouncement({ offer, view }: { offer: AllocatedOffer; view: AllocationView | null }) {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const { mine } = offer.allocation;
  const getText = (): string => {
    const until = mine?.offer_expires_at;
    if (view === 'offered' && until)
      return t('offered.title', { time: format.formatTime(until, offer.time_zone) });
    if (view === 'ranked') return t('line.title', { place: format.formatOrdinal(mine?.place ?? 1) });
    if (view === 'waiting')
      return `${t('list.youAre')}: ${t('list.place', { place: format.formatOrdinal(mine?.place ?? 1), count: offer.allocation.waiting })}`;
    if (view === 'entered') return t('entered.title');
    if (view === 'drawing') return t('drawing.title');
    if (view === 'lapsed') return t('lapsed.title');
    return '';
  };
  const text = getText();
  const [initialText] = useState(text);
  const [isChanged, setChanged] = useState(false);
  if (text !== initialText && !isChanged) setChanged(true);
  return (
    <p role="status" className="sr-only">
      {isChanged ? text : null}
    </p>
  );
}

interface ActionProps {
  offer: AllocatedOffer;
  view: AllocationView;
  isSignedIn: boolean;
}

/** The one button of the view: to enter or join, to withdraw or leave, or back to the offers. */
export function AllocationAction({ offer, view, isSignedIn }: ActionProps) {
  const { t } = useTranslation('allocation');
  const { pathname, search } = useLocation();
  const enterDraw = useEnterDraw();
  const withdraw = useWithdrawFromDraw();
  const joinWaitlist = useJoinWaitlist();
  const leaveWaitlist = useLeaveWaitlist();
  const { slot_id: slotId, allocation } = offer;
  const drawId = allocation.draw?.id ?? null;
  if (!isSignedIn && (view === 'open' || view === 'waitlist')) {
    return (
      <ButtonLink fullWidth to={withNextPath(paths.auth, pathname + search)}>
        {t(view === 'open' ? 'guest.draw' : 'guest.waitlist')}
      </ButtonLink>
    );
  }
  const runWith =
    (
      mutation: Pick<typeof enterDraw, 'mutate'>,
      id: number | null,
      doneText: 'open.done' | 'entered.done' | 'list.joined' | 'list.left' | 'line.left',
    ) =>
    () => {
      if (id !== null)
        mutation.mutate(
          { id, amount: offer.price },
          { onSuccess: () => showToast(t(doneText)), onError: showErrorToast },
        );
    };
  const isBusy = [enterDraw, withdraw, joinWaitlist, leaveWaitlist].some(({ isPending }) => isPending);
  if (view === 'open') {
    return (
      <Button
        fullWidth
        loading={isBusy}
        icon={<IconArrowsShuffle />}
        onClick={runWith(enterDraw, drawId, 'open.done')}
      >
        {t('open.enter')}
      </Button>
    );
  }
  if (view === 'entered') {
    return (
      <Button variant="ghost" fullWidth loading={isBusy} onClick={runWith(withdraw, drawId, 'entered.done')}>
        {t('entered.withdraw')}
      </Button>
    );
  }
  if (view === 'waitlist' || (view === 'lapsed' && allocation.can_wait)) {
    return (
      <Button
        fullWidth
        loading={isBusy}
        icon={<IconHourglass />}
        onClick={runWith(joinWaitlist, slotId, 'list.joined')}
      >
        {t('list.join')}
      </Button>
    );
  }
  if (view === 'waiting' || view === 'ranked') {
    return (
      <Button
        variant="ghost"
        fullWidth
        loading={isBusy}
        onClick={runWith(leaveWaitlist, slotId, view === 'ranked' ? 'line.left' : 'list.left')}
      >
        {t(view === 'ranked' ? 'line.leave' : 'list.leave')}
      </Button>
    );
  }
  return (
    <ButtonLink fullWidth variant="ghost" to={paths.offers}>
      {t('line.others')}
    </ButtonLink>
  );
}

/** Beside the price in the bar at the bottom of a phone: when it is paid. */
export function AllocationPriceNote({ view }: { view: AllocationView }) {
  const { t } = useTranslation('allocation');
  return t(view === 'open' || view === 'entered' || view === 'drawing' ? 'open.payIfWon' : 'list.ifYours');
}
