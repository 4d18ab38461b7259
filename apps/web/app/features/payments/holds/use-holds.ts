import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { writeStored } from '../../../lib/storage/storage.ts';
import { type Hold, holdsQuery } from '../payments.api.ts';

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
  const [now, setNow] = useState(() => Date.now());
  const activeHolds = (data ?? []).filter((hold) => Date.parse(hold.expires_at) > now);
  const nextToExpire = activeHolds.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at))[0];

  useEffect(() => {
    if (!nextToExpire) return;
    const timer = setTimeout(
      () => {
        setNow(Date.now());
        onExpire?.(nextToExpire);
        void queryClient.invalidateQueries({ queryKey: holdsQuery.queryKey });
      },
      Math.max(0, Date.parse(nextToExpire.expires_at) - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [nextToExpire, onExpire, queryClient]);

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
