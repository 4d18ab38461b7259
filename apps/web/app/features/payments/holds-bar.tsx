import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { ButtonLink, IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconHourglassHigh, IconX } from '@wopack/ui/icons';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCountdown } from '../../lib/browser/use-now.ts';
import { useRootVariable } from '../../lib/browser/use-root-variable.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { PAID_SLOT_PARAM, parseSlotId, paths } from '../../lib/paths.ts';
import { removeStored, useStored } from '../../lib/storage/storage.ts';
import { Timer } from '../../ui/timer.tsx';
import { GiveUpOfferDialog } from './payment-dialogs.tsx';
import { failPayment, type Hold, holdsQuery } from './payments.api.ts';
import { useHolds, usePassedOnHolds } from './use-holds.ts';

interface Props {
  aboveTabs?: boolean;
}

/** Tickets, paid orders and sale places: a bar over them would cover the way there. */
const PAGES_WITH_DIRECTIONS = /^\/(orders|sale-places|sellers)\/\d+/;

/** Holds of a user who left checkout, without that of an offer on its page, which shows it itself. */
export function HoldsBar({ aboveTabs }: Props) {
  const { pathname, search } = useLocation();
  const [token] = useStored('token');
  const [holdUntil] = useStored('holdUntil');
  const isExpired = !(Date.parse(holdUntil ?? '') > serverNow());
  // At expiry nothing refetches the holds.
  useEffect(() => {
    if (isExpired) removeStored('holdUntil');
  }, [isExpired]);
  const isOverDirections = PAGES_WITH_DIRECTIONS.test(pathname);
  const offerId = /^\/offers\/(\d+)$/.exec(pathname)?.[1];
  return token === null || isExpired ? null : (
    <ActiveHoldsBar
      aboveTabs={aboveTabs}
      isInFlow={isOverDirections}
      offerId={offerId === undefined ? null : Number(offerId)}
      paidSlotId={parseSlotId(new URLSearchParams(search).get(PAID_SLOT_PARAM))}
    />
  );
}

interface ActiveHoldsBarProps extends Props {
  /** At the end of the page, not over it. */
  isInFlow: boolean;
  /** The offer whose page is open, and the slot that is paid there. */
  offerId: number | null;
  paidSlotId: number | null;
}

function ActiveHoldsBar({ aboveTabs, isInFlow, offerId, paidSlotId }: ActiveHoldsBarProps) {
  const { t } = useTranslation('payment');
  const queryClient = useQueryClient();
  const [holdToGiveUp, setHoldToGiveUp] = useState<Hold | null>(null);
  // The page of an offer requests the holds itself.
  const { holds: allHolds } = useHolds({ enabled: offerId === null });
  const ofOffer = allHolds.filter(({ product_id: id }) => id === offerId);
  const isShownOnPage = (hold: Hold) =>
    ofOffer.includes(hold) &&
    (hold.slot_id === paidSlotId || ofOffer.every(({ slot_id: id }) => id !== paidSlotId));
  const holds = allHolds.filter((hold) => !isShownOnPage(hold));
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (hold: Hold) => failPayment(hold.token, 'released'),
    onSuccess: (_answer, hold) => {
      if (hold.is_offer) showToast(t('hold.giveUp.done'));
    },
    onError: showErrorToast,
    onSettled: (_answer, error, hold) => {
      setHoldToGiveUp(null);
      const paid = isApiError(error, 'conflict');
      const changed = [
        holdsQuery.queryKey,
        queryKeys.offers,
        queryKeys.offer(hold.product_id),
        ...(hold.is_offer ? [queryKeys.entries] : []),
        ...(paid ? [queryKeys.orders] : []),
      ];
      for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
    },
  });
  usePassedOnHolds(holds, ({ product_id: productId }) => {
    showToast(t('hold.passedOn'));
    for (const queryKey of [holdsQuery.queryKey, queryKeys.offers, queryKeys.offer(productId)])
      void queryClient.invalidateQueries({ queryKey });
  });
  // The map fills what the bar leaves.
  useRootVariable('--holds-bar', `${holds.length * 56}px`);
  if (holds.length === 0) return null;
  return (
    <aside
      aria-label={t('hold.mine')}
      className={cn(
        isInFlow ? 'z-20 bg-info-soft' : 'sticky z-20 bg-info-soft shadow-[0_-1px_0_var(--color-line)]',
        aboveTabs
          ? 'bottom-[calc(76px+env(safe-area-inset-bottom))]'
          : 'bottom-0 pb-[env(safe-area-inset-bottom)]',
      )}
    >
      <ul>
        {holds.map((hold) => (
          <HoldsBarItem
            key={hold.token}
            hold={hold}
            isReleasing={isPending && variables.token === hold.token}
            onRelease={() => (hold.is_offer ? setHoldToGiveUp(hold) : mutate(hold))}
          />
        ))}
      </ul>
      <GiveUpOfferDialog
        hold={holdToGiveUp}
        loading={isPending}
        onClose={() => setHoldToGiveUp(null)}
        onConfirm={mutate}
      />
    </aside>
  );
}

interface HoldsBarItemProps {
  hold: Hold;
  isReleasing: boolean;
  onRelease: () => void;
}

/** One hold: its expiry, a link back, and a button to release it. */
export function HoldsBarItem({ hold, isReleasing, onRelease }: HoldsBarItemProps) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const remainingMs = useCountdown(hold.expires_at);
  return (
    <li className="gutter flex min-h-14 flex-wrap items-center justify-end gap-x-2.5 py-1">
      <IconHourglassHigh className="size-[22px] shrink-0 text-info max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-28">
        <p className="flex gap-2 text-sm leading-5 font-bold">
          <span className="truncate">{hold.product_name}</span>
          <Timer
            remainingMs={remainingMs}
            what={`${isolateWords(hold.product_name)}. ${t('hold.left')}`}
            over={`${isolateWords(hold.product_name)}. ${t('hold.ended')}`}
            label={t('hold.left')}
            className="ml-auto tabular-nums sm:ml-0"
          />
        </p>
        <p className="text-xs">{t('hold.until', { until: format.formatTime(hold.expires_at) })}</p>
      </div>
      <ButtonLink size="small" to={paths.offerPayment(hold.product_id, hold.slot_id)} className="shrink-0">
        {t('hold.goOn')}
      </ButtonLink>
      <IconButton variant="plain" label={t('hold.letGo')} disabled={isReleasing} onClick={onRelease}>
        <IconX />
      </IconButton>
    </li>
  );
}
