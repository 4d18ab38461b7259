import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { cx } from '../../lib/cx.ts';
import { remove, useStored } from '../../lib/storage.ts';
import { notifyProblem } from '../../ui/toast.ts';
import { HeldLine } from './held-line.tsx';
import { failPayment, type Hold } from './payments.api.ts';
import { useHolds } from './use-holds.ts';

interface Props {
  aboveTabs?: boolean;
}

/** Whoever left a form half-way finds what is set aside for them; on the page of a pack it stands beside the form. */
export default function HeldBar({ aboveTabs }: Props) {
  const { pathname } = useLocation();
  const [token] = useStored('token');
  const [until] = useStored('holdUntil');
  const over = !(Date.parse(until ?? '') > Date.now());
  // Nor is this fetched again.
  useEffect(() => {
    if (over) remove('holdUntil');
  }, [over]);
  return token === null || over || /^\/offers\/\d+$/.test(pathname) ? null : <Bar aboveTabs={aboveTabs} />;
}

function Bar({ aboveTabs }: Props) {
  const { t } = useTranslation('payment');
  const client = useQueryClient();
  const { holds } = useHolds();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (hold: Hold) => failPayment(hold.token, 'released'),
    onError: notifyProblem,
    onSettled: (_answer, error) => {
      const paid = error instanceof ApiError && error.code === 5;
      for (const queryKey of [['holds'], ['offers'], ...(paid ? [['orders']] : [])])
        void client.invalidateQueries({ queryKey });
    },
  });
  if (holds.length === 0) return null;
  return (
    <aside
      aria-label={t('hold.mine')}
      className={cx(
        'sticky z-20 bg-info-soft shadow-[0_-1px_0_var(--line)]',
        aboveTabs
          ? 'bottom-[calc(76px+env(safe-area-inset-bottom))]'
          : 'bottom-0 pb-[env(safe-area-inset-bottom)]',
      )}
    >
      <ul>
        {holds.map((hold) => (
          <HeldLine
            key={hold.token}
            hold={hold}
            leaving={isPending && variables.token === hold.token}
            onLetGo={() => mutate(hold)}
          />
        ))}
      </ul>
    </aside>
  );
}
