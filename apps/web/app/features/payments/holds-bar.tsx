import { useQueryClient } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { IconHourglassHigh } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCountdown } from '../../lib/browser/use-now.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { PAID_SLOT_PARAM, parseSlotId, paths } from '../../lib/paths.ts';
import { removeStored, useStored } from '../../lib/storage/storage.ts';
import { Timer } from '../../ui/timer.tsx';
import { getHoldTitle, type Hold, holdsQuery } from './payments.api.ts';
import { useHolds, usePassedOnHolds } from './use-holds.ts';

/** Holds of a user who left checkout, without that of an offer on its page, which shows it itself. */
export default function HoldsBar() {
  const { pathname, search } = useLocation();
  const [token] = useStored('token');
  const [holdUntil] = useStored('holdUntil');
  const isExpired = !(Date.parse(holdUntil ?? '') > serverNow());
  // At expiry nothing refetches the holds.
  useEffect(() => {
    if (isExpired) removeStored('holdUntil');
  }, [isExpired]);
  const offerId = /^\/offers\/(\d+)$/.exec(pathname)?.[1];
  return token === null || isExpired ? null : (
    <ActiveHoldsBar
      offerId={offerId === undefined ? null : Number(offerId)}
      paidSlotId={parseSlotId(new URLSearchParams(search).get(PAID_SLOT_PARAM))}
    />
  );
}

interface ActiveHoldsBarProps {
  /** The offer whose page is open, and the slot that is paid there. */
  offerId: number | null;
  paidSlotId: number | null;
}

function ActiveHoldsBar({ offerId, paidSlotId }: ActiveHoldsBarProps) {
  const { t } = useTranslation('payment');
  const queryClient = useQueryClient();
  // The page of an offer requests the holds itself.
  const { holds: allHolds } = useHolds({ enabled: offerId === null });
  const ofOffer = allHolds.filter(({ product_id: id }) => id === offerId);
  const isShownOnPage = (hold: Hold) =>
    ofOffer.includes(hold) &&
    (hold.slot_id === paidSlotId || ofOffer.every(({ slot_id: id }) => id !== paidSlotId));
  const holds = allHolds.filter((hold) => !isShownOnPage(hold));
  usePassedOnHolds(holds, ({ product_id: productId }) => {
    showToast(t('hold.passedOn'));
    for (const queryKey of [holdsQuery.queryKey, queryKeys.offers, queryKeys.offer(productId)])
      void queryClient.invalidateQueries({ queryKey });
  });
  if (holds.length === 0) return null;
  return (
    <aside aria-label={t('hold.mine')} className="bg-info-soft print:hidden">
      <ul>
        {holds.map((hold) => (
          <HoldsBarItem key={hold.token} hold={hold} />
        ))}
      </ul>
    </aside>
  );
}

/** One hold: its expiry, and the way back to pay for it or to let it go. */
function HoldsBarItem({ hold }: { hold: Hold }) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const remainingMs = useCountdown(hold.expires_at);
  return (
    <li className="gutter flex min-h-14 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-1.5">
      <IconHourglassHigh className="size-[22px] shrink-0 text-info max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap gap-x-2 text-sm leading-5 font-bold">
          <span className="min-w-0 truncate">{getHoldTitle(hold)}</span>
          <Timer
            remainingMs={remainingMs}
            what={`${isolateWords(getHoldTitle(hold))}. ${t('hold.left')}`}
            over={`${isolateWords(getHoldTitle(hold))}. ${t('hold.ended')}`}
            label={t('hold.left')}
            className="tabular-nums"
          />
        </p>
        <p className="text-xs">{t('hold.until', { until: format.formatTime(hold.expires_at) })}</p>
      </div>
      <ButtonLink size="small" to={paths.offerPayment(hold.product_id, hold.slot_id)} className="shrink-0">
        {t('hold.goOn')}
      </ButtonLink>
    </li>
  );
}
