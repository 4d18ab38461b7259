import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Client, Input, Reply } from '@wopack/contract/client';
import { getLocale } from '@wopack/domain';
import { toNoonUtc } from '@wopack/ui/format.ts';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { useLiveStream } from '../../../lib/live/use-live-stream.ts';

export type UnchangedSlot = Reply<'updateDateOverride'>['data']['kept'][number];

export const sellerWeekKey = [...queryKeys.seller, 'week'] as const;

/** Seven days of a sale place from a date; null: from today there. */
export const sellerWeekQuery = (salePlaceId: number, from: string | null) =>
  queryOptions({
    queryKey: [...sellerWeekKey, salePlaceId, from],
    queryFn: async ({ signal }) => {
      const query = { sale_place_id: salePlaceId, ...(from && { from }) };
      return (await call('getSellerWeek', { query, signal })).data;
    },
    placeholderData: (previous, query) =>
      query?.queryKey[2] === salePlaceId ? keepPreviousData(previous) : undefined,
  });

/** Invalidates all seller queries after a change. */
function useSellerMutation<T, R>(request: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    // Also after an error: a part may have been saved.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

export const useUpdateDateOverride = () =>
  useSellerMutation(
    async ({ id, date, ...body }: { id: number; date: string } & Input<'updateDateOverride'>['body']) =>
      (await call('updateDateOverride', { params: { id, date }, body })).data.kept,
  );

export const holidaysQuery = (salePlaceId: number, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'holidays', salePlaceId, language],
    queryFn: async ({ signal }) => call('listHolidays', { params: { id: salePlaceId }, signal }),
  });

export type Holidays = Reply<'listHolidays'>;

/** One after the other: each locks the sale place. Those before a refused one are closed. */
export const useSaveHolidays = (salePlaceId: number) =>
  useSellerMutation(async (holidays: readonly Input<'saveHoliday'>['body'][]) => {
    const unchangedSlots: UnchangedSlot[] = [];
    for (const body of holidays)
      unchangedSlots.push(...(await call('saveHoliday', { params: { id: salePlaceId }, body })).data.kept);
    return unchangedSlots;
  });

export const useDeleteHoliday = () =>
  useSellerMutation(async (id: number) => call('deleteHoliday', { params: { id } }));

export type SellerWeek = Reply<'getSellerWeek'>['data'];
export type WeekProduct = SellerWeek['packs'][number];
export type ProductDay = WeekProduct['days'][number];
export type Slot = NonNullable<ProductDay['slot']>;

/** A slot with another quantity; units that are sold, refunded or on hold stay. */
export const withQuantity = (slot: Slot, quantity: number): Slot => ({
  ...slot,
  quantity,
  left: Math.max(0, quantity - (slot.quantity - slot.left)),
  sold_out: false,
});

export const withSoldOut = (slot: Slot): Slot => ({
  ...slot,
  quantity: slot.quantity - slot.left,
  left: 0,
  sold_out: true,
});

/** The week with one slot changed. */
export const replaceSlot = (week: SellerWeek, slot: Slot): SellerWeek => ({
  ...week,
  packs: week.packs.map((product) => ({
    ...product,
    running: product.running?.slot?.id === slot.id ? { ...product.running, slot } : product.running,
    days: product.days.map((day) => (day.slot?.id === slot.id ? { ...day, slot } : day)),
  })),
});

/** With that of yesterday whose window is not over. */
const listDays = ({ running, days }: WeekProduct): ProductDay[] => [...(running ? [running] : []), ...days];

/** Days of a product whose units are sold today: of today, and of yesterday past midnight. */
export const listDaysOpenToday = (product: WeekProduct, now: Date): ProductDay[] =>
  listDays({ ...product, days: product.days.slice(0, 1) }).filter(({ slot }) => isSlotOpen(slot, now));

/** Whether a live stock event differs from the displayed week. */
export function isStockChanged(
  week: SellerWeek,
  { product_id, slot_id, quantity }: { product_id: number; slot_id: number | null; quantity: number },
): boolean {
  const product = week.packs.find(({ id }) => id === product_id);
  const slot = product && listDays(product).find((day) => day.slot?.id === slot_id)?.slot;
  return slot !== undefined && slot !== null && slot.left !== quantity;
}

/** Units a day; null where open weekdays differ. */
export function findDailyQuantity({
  quantity,
  schedule,
}: Pick<WeekProduct, 'quantity' | 'schedule'>): number | null {
  const quantities = new Set(Object.values(schedule).map((plan) => plan.quantity ?? quantity));
  return quantities.size > 1 ? null : ([...quantities][0] ?? quantity);
}

/** Whether units of the slot can still be sold. */
export const isSlotOpen = (slot: Slot | null, now: Date): slot is Slot =>
  slot !== null && !slot.closed && new Date(slot.ends_at) > now;

/** Units offered on a date, as the day of the seller counts them: of a closed or paused slot only those taken. */
export const countOffered = (state: WeekProduct['state'], slot: Slot, now: Date): number =>
  !slot.closed && (state === 'active' || new Date(slot.ends_at) <= now)
    ? slot.quantity
    : slot.quantity - slot.left;

/** Refetches the week when the stock of one of its products changes. */
export function useLiveSellerWeek(week: SellerWeek | undefined): void {
  const queryClient = useQueryClient();
  const products = week?.packs ?? [];
  const invalidateWeek = () => void queryClient.invalidateQueries({ queryKey: sellerWeekKey });
  useLiveStream({
    isEnabled: products.length > 0,
    productIds: products.map(({ id }) => id),
    onStock: (stock) => {
      const cachedWeeks = queryClient.getQueriesData<SellerWeek>({ queryKey: sellerWeekKey });
      if (cachedWeeks.some(([, data]) => data && isStockChanged(data, stock))) invalidateWeek();
    },
    onReconnect: invalidateWeek,
  });
}

const createFormatter = (language: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale(language), { ...parts, timeZone: 'UTC' });

/** 'Fri 20' */
export const formatShortDay = (date: string, language: string): string =>
  createFormatter(language, { weekday: 'short', day: 'numeric' }).format(toNoonUtc(date));

/** 'Friday 20 November' */
export const formatLongDay = (date: string, language: string): string =>
  createFormatter(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(toNoonUtc(date));

/** '20 to 26 November'; for equal dates '20 November'. */
export const formatDateRange = (from: string, to: string, language: string): string =>
  createFormatter(language, { day: 'numeric', month: 'long' }).formatRange(toNoonUtc(from), toNoonUtc(to));

interface QuantityChange {
  slot: Slot;
  /** Total units of the slot; null: stop selling. */
  quantity: number | null;
}

const mutationKey = ['slot-quantity'];

/** Optimistic; rolled back when the server refuses. */
export function useSlotChange(client: Client) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    // Runs in sequence: the last tap wins.
    scope: { id: 'slot-quantity' },
    mutationFn: async ({ slot: { id }, quantity }: QuantityChange) =>
      quantity === null
        ? (await client('markSlotSoldOut', { params: { id } })).data
        : (await client('updateSlotQuantity', { params: { id }, body: { quantity } })).data,
    onMutate: async ({ slot, quantity }) => {
      await queryClient.cancelQueries({ queryKey: sellerWeekKey });
      setCachedSlot(queryClient, quantity === null ? withSoldOut(slot) : withQuantity(slot, quantity));
    },
    onError: (error, { slot }) => {
      setCachedSlot(queryClient, slot);
      showErrorToast(error);
    },
    onSettled: () => {
      // While further taps are queued, this response is outdated.
      if (queryClient.isMutating({ mutationKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });
}

const setCachedSlot = (queryClient: QueryClient, slot: Slot) =>
  queryClient.setQueriesData<SellerWeek>(
    { queryKey: sellerWeekKey },
    (week) => week && replaceSlot(week, slot),
  );
