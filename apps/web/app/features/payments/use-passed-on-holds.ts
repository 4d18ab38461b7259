import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MyHoldChange } from '../../lib/live/subscribe-to-stream.ts';
import { type Hold, holdsQuery } from './payments.api.ts';

/** Calls back when the unit of one of the holds has passed to another buyer; units that were offered never do. */
export function usePassedOnHolds(holds: readonly Hold[], onPassedOn: (hold: Hold) => void): void {
  const queryClient = useQueryClient();
  const latest = useRef({ holds, onPassedOn });
  latest.current = { holds, onPassedOn };
  const isWatching = holds.some((hold) => !hold.is_offer);
  useEffect(() => {
    if (!isWatching) return;
    const abortController = new AbortController();
    const refetch = () => void queryClient.invalidateQueries({ queryKey: holdsQuery.queryKey });
    const onMyHold = ({ product_id: productId, slot_id: slotId }: MyHoldChange) => {
      const passedOnHold = latest.current.holds.find(
        (hold) => hold.product_id === productId && hold.slot_id === slotId,
      );
      if (passedOnHold) latest.current.onPassedOn(passedOnHold);
      else refetch();
    };
    const startWatching = async () => {
      const { subscribeToStream } = await import('../../lib/live/subscribe-to-stream.ts');
      if (abortController.signal.aborted) return;
      const unsubscribe = subscribeToStream({ productIds: [], onMyHold, onReconnect: refetch });
      abortController.signal.addEventListener('abort', unsubscribe);
    };
    // Without the stream the server says it when the payment is completed.
    startWatching().catch(() => {});
    return () => abortController.abort();
  }, [isWatching, queryClient]);
}
