import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { notifyProblem } from '../../ui/toast.ts';
import { HeldElsewhere } from './held-elsewhere.tsx';
import { failPayment, type Hold } from './payments.api.ts';
import { useHolds } from './use-holds.ts';

/** Above the list: whoever left a form half-way finds what is set aside for them. */
export default function HeldPacks() {
  const client = useQueryClient();
  const { holds } = useHolds();
  const { mutate } = useMutation({
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
    <div className="mb-4 grid gap-3">
      <HeldElsewhere holds={holds} onLetGo={mutate} />
    </div>
  );
}
