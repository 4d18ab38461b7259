import { useQueryClient } from '@tanstack/react-query';
import { useLiveStream } from '../../lib/live/use-live-stream.ts';
import { type Hold, holdsQuery } from './payments.api.ts';

/**
 * Calls back when the unit of one of the holds has passed to another buyer; units that were offered never do. Without
 * the stream the server says it when the payment is completed.
 */
export function usePassedOnHolds(holds: readonly Hold[], onPassedOn: (hold: Hold) => void): void {
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: holdsQuery.queryKey });
  useLiveStream({
    isEnabled: holds.some((hold) => !hold.is_offer),
    onMyHold: ({ product_id: productId, slot_id: slotId }) => {
      const passedOnHold = holds.find((hold) => hold.product_id === productId && hold.slot_id === slotId);
      if (passedOnHold) onPassedOn(passedOnHold);
      else refetch();
    },
    onReconnect: refetch,
  });
}
