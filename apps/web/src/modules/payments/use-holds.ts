import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { write } from '../../lib/storage.ts';
import { type Hold, holdsQuery } from './payments.api.ts';

/** What is set aside for the person and not over yet. */
export function useHolds({
  enabled = true,
  onOver,
}: {
  enabled?: boolean;
  onOver?: (hold: Hold) => void;
} = {}) {
  const client = useQueryClient();
  const { data } = useQuery({ ...holdsQuery, enabled });
  const [now, setNow] = useState(() => Date.now());
  const live = (data ?? []).filter((hold) => Date.parse(hold.expires_at) > now);
  const next = live.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at))[0];

  useEffect(() => {
    if (!next) return;
    const end = setTimeout(
      () => {
        setNow(Date.now());
        onOver?.(next);
        void client.invalidateQueries({ queryKey: ['holds'] });
      },
      Math.max(0, Date.parse(next.expires_at) - Date.now()),
    );
    return () => clearTimeout(end);
  }, [next, onOver, client]);

  const keep = (hold: Hold) => {
    write('holdUntil', hold.expires_at);
    client.setQueryData(holdsQuery.queryKey, (list = []) => [
      ...list.filter(({ token }) => token !== hold.token),
      hold,
    ]);
  };
  const drop = (token: string) =>
    client.setQueryData(holdsQuery.queryKey, (list = []) => list.filter((hold) => hold.token !== token));
  return { holds: live, keep, drop };
}
