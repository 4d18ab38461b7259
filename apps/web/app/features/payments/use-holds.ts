import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useServerNow } from '../../lib/browser/use-now.ts';
import { useLiveStream } from '../../lib/live/use-live-stream.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { type Hold, holdsQuery } from './payments.api.ts';

/** The user's holds that have not expired. */
export function useHolds({
  enabled = true,
  onExpire,
}: {
  enabled?: boolean;
  onExpire?: (hold: Hold) => void;
} = {}) {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...holdsQuery, enabled });
  const getNow = useServerNow();
  const [now, setNow] = useState(getNow);
  useEffect(() => setNow(getNow()), [getNow]);
  const activeHolds = (data ?? []).filter((hold) => Date.parse(hold.expires_at) > now);
  const nextToExpire = activeHolds.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at))[0];

  const expire = useEffectEvent((hold: Hold) => {
    setNow(getNow());
    onExpire?.(hold);
    void queryClient.invalidateQueries({ queryKey: holdsQuery.queryKey });
  });
  useEffect(() => {
    if (!nextToExpire) return;
    const timer = setTimeout(
      () => expire(nextToExpire),
      Math.max(0, Date.parse(nextToExpire.expires_at) - getNow()),
    );
    return () => clearTimeout(timer);
  }, [nextToExpire, getNow]);

  const addHold = (hold: Hold) => {
    writeStored('holdUntil', hold.expires_at);
    queryClient.setQueryData(holdsQuery.queryKey, (list = []) => [
      ...list.filter(({ token }) => token !== hold.token),
      hold,
    ]);
  };
  const removeHold = (token: string) =>
    queryClient.setQueryData(holdsQuery.queryKey, (list = []) => list.filter((hold) => hold.token !== token));
  return { holds: activeHolds, addHold, removeHold };
}

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
