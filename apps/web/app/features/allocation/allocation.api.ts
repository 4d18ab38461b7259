import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Input, isApiError, type Reply } from '@wopack/contract/client';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { call } from '../../lib/api/api.ts';
import { meQuery, queryKeys } from '../../lib/data/shared-queries.ts';
import { useLiveStream } from '../../lib/live/use-live-stream.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';

/** How the units of an offer are given out, with the user's own part. */
export type Allocation = NonNullable<Reply<'getOffer'>['data']['allocation']>;
export type MyEntry = Reply<'listMyEntries'>['data'][number];
export type PublicDraw = Reply<'getDraw'>['data'];
export type SellerAllocation = Reply<'listSellerAllocations'>['data'][number];
export type ProductDemand = Reply<'getDemand'>['data'][number];
export type AllocationInput = Input<'updateAllocation'>['body'];

const ENTRY_RANDOM_BYTES = 16;

/** Made in this browser, so that the server cannot choose entries that rank well. */
const createEntryRandom = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ENTRY_RANDOM_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Whether an entry may still bring a unit. */
export const isEntryRunning = ({ state }: Pick<MyEntry, 'state'>): boolean =>
  state === 'entered' || state === 'waiting' || state === 'offered';

/** The user's entries. Remembers until when one may bring a unit, so that its result is watched on every page. */
export const myEntriesQuery = queryOptions({
  queryKey: queryKeys.entries,
  queryFn: async ({ signal }) => {
    const { data: entries } = await call('listMyEntries', { signal });
    const runningEnds = entries.filter(isEntryRunning).map(({ pickup_end: end }) => end);
    if (runningEnds.length === 0) removeStored('entriesUntil');
    else writeStored('entriesUntil', runningEnds.toSorted().at(-1)!);
    const holdEnds = entries.flatMap(({ offer_expires_at: until }) => until ?? []);
    if (holdEnds.length > 0)
      writeStored('holdUntil', [...holdEnds, readStored('holdUntil') ?? ''].toSorted().at(-1)!);
    return entries;
  },
});

/** Public: the same for everybody, without the user's token. */
export const drawQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['draw', id],
    queryFn: async ({ signal }) => (await call('getDraw', { params: { id: id! }, signal })).data,
    enabled: id !== null,
    // The seed follows the closing within moments.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'closed'
        ? 3_000
        : data?.state === 'open'
          ? Math.max(3_000, Math.min(30_000, Date.parse(data.closes_at) - serverNow()))
          : false,
  });

/** A draw, or the slot of a waitlist, with the price that the page shows, in euros. */
interface SlotChoice {
  id: number;
  amount?: number;
}

/** Changes of the user's own part in a slot. Each is refetched afterwards, whatever the answer. */
function useEntryMutation<T>(request: (slot: T) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onError: (error) => {
      // Not allowed: the address is not verified after all.
      if (isApiError(error, 'notAllowed')) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.offerDetail, queryKeys.entries, queryKeys.offers, queryKeys.holds].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** From here on the result is watched on every page. */
const watchEntry = ({ pickup_end: end }: MyEntry): void =>
  writeStored('entriesUntil', [end, readStored('entriesUntil') ?? ''].toSorted().at(-1)!);

export const useEnterDraw = () =>
  useEntryMutation(async ({ id: drawId, amount }: SlotChoice) => {
    const body = { random: createEntryRandom(), amount };
    watchEntry((await call('enterDraw', { params: { id: drawId }, body })).data);
  });

export const useWithdrawFromDraw = () =>
  useEntryMutation(({ id }: SlotChoice) => call('withdrawFromDraw', { params: { id } }));

export const useJoinWaitlist = () =>
  useEntryMutation(async ({ id, amount }: SlotChoice) => {
    watchEntry((await call('joinWaitlist', { params: { id }, body: { amount } })).data);
  });

/** Also gives an offered unit to the next in line. */
export const useLeaveWaitlist = () =>
  useEntryMutation(({ id }: SlotChoice) => call('leaveWaitlist', { params: { id } }));

/** Refetches entries, holds and offers when the server reports a change of one of the user's entries. */
export function useMyEntryUpdates(isEnabled: boolean): void {
  const queryClient = useQueryClient();
  const refetch = () => {
    for (const queryKey of [queryKeys.entries, queryKeys.holds, queryKeys.offerDetail, queryKeys.offers])
      void queryClient.invalidateQueries({ queryKey });
  };
  useLiveStream({ isEnabled, onMyEntry: refetch, onReconnect: refetch });
}

const sellerAllocationsKey = [...queryKeys.seller, 'allocations'] as const;

export const sellerAllocationsQuery = (query: { sale_place_id?: number; product_id?: number }) =>
  queryOptions({
    queryKey: [...sellerAllocationsKey, query],
    queryFn: async ({ signal }) => (await call('listSellerAllocations', { query, signal })).data,
  });

export type RunningSlot = SellerAllocation & { slot: NonNullable<SellerAllocation['slot']> };

/** Whether a draw or waitlist of a seller's product is running. */
export const isRunning = (allocation: SellerAllocation): allocation is RunningSlot =>
  allocation.slot !== null &&
  (allocation.slot.mode === 'draw' || allocation.slot.waiting > 0 || allocation.slot.offered > 0);

export function useUpdateAllocation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: AllocationInput & { id: number }) =>
      (await call('updateAllocation', { params: { id }, body })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
}

/** Wanted against sold of the last slots. */
export const demandQuery = (query: { sale_place_id?: number; product_id?: number }) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'demand', query],
    queryFn: async ({ signal }) =>
      (await call('getDemand', { query: { ...query, limit: DEMAND_SLOTS }, signal })).data,
  });

const DEMAND_SLOTS = 6;

/** Refetches when the server reports a change of entries, line or stock of one of the products. */
export function useLiveAllocations(allocations: readonly SellerAllocation[] = []): void {
  const queryClient = useQueryClient();
  const invalidate = () => void queryClient.invalidateQueries({ queryKey: sellerAllocationsKey });
  useLiveStream({
    isEnabled: allocations.length > 0,
    productIds: allocations.map(({ product }) => product.id),
    onStock: invalidate,
    onReconnect: invalidate,
  });
}
