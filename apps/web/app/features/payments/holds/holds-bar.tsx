import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { cn } from '../../../lib/cn.ts';
import { removeStored, useStored } from '../../../lib/storage/storage.ts';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import { failPayment, type Hold } from '../payments.api.ts';
import { HoldsBarItem } from './holds-bar-item.tsx';
import { useHolds } from './use-holds.ts';

interface Props {
  aboveTabs?: boolean;
}

/** Whoever left a form half-way finds what is set aside for them; on the page of a pack it stands beside the form. */
export default function HoldsBar({ aboveTabs }: Props) {
  const { pathname } = useLocation();
  const [token] = useStored('token');
  const [holdUntil] = useStored('holdUntil');
  const isExpired = !(Date.parse(holdUntil ?? '') > Date.now());
  // Nor is this fetched again.
  useEffect(() => {
    if (isExpired) removeStored('holdUntil');
  }, [isExpired]);
  return token === null || isExpired || /^\/offers\/\d+$/.test(pathname) ? null : (
    <ActiveHoldsBar aboveTabs={aboveTabs} />
  );
}

function ActiveHoldsBar({ aboveTabs }: Props) {
  const { t } = useTranslation('payment');
  const queryClient = useQueryClient();
  const { holds } = useHolds();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (hold: Hold) => failPayment(hold.token, 'released'),
    onError: showErrorToast,
    onSettled: (_answer, error) => {
      const paid = error instanceof ApiError && error.code === 5;
      for (const queryKey of [['holds'], ['offers'], ...(paid ? [['orders']] : [])])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  if (holds.length === 0) return null;
  return (
    <aside
      aria-label={t('hold.mine')}
      className={cn(
        'sticky z-20 bg-info-soft shadow-[0_-1px_0_var(--color-line)]',
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
            onRelease={() => mutate(hold)}
          />
        ))}
      </ul>
    </aside>
  );
}
