import { keepPreviousData, noop, queryOptions, useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { hasMemberRight, type MemberRight } from '@wopack/contract/vocabulary';
import { useTranslation } from 'react-i18next';
import { call } from '../api/api.ts';
import { ME_KEY, queryClient } from '../api/query-client.ts';
import { hasSession } from '../session/session.ts';
import { assignStorageToUser, useStored } from '../storage/storage.ts';
import type { SelectedCity } from '../storage/stored-values.ts';

export type Me = Reply<'getMe'>['data'];

export const meQuery = queryOptions({
  queryKey: ME_KEY,
  queryFn: async ({ signal }) => {
    const { data: me } = await call('getMe', { signal });
    assignStorageToUser(me.id);
    return me;
  },
  staleTime: 60_000,
});

/** The signed-in user; requested only with a token. */
export function useMe() {
  const [token] = useStored('token');
  return useQuery({ ...meQuery, enabled: token !== null });
}

export const updateCachedMe = (changes: Partial<Me>) =>
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, ...changes });

export type MyBusiness = Reply<'listMyBusinesses'>['data'][number];

/** Businesses that the user is a member of. */
export const myBusinessesQuery = queryOptions({
  queryKey: ['businesses'],
  queryFn: async ({ signal }) => (await call('listMyBusinesses', { signal })).data,
});

/** Whether a user, in the business that the device works for, has a right. */
export const hasRight = (me: Pick<Me, 'business'> | undefined, right: MemberRight): boolean =>
  Boolean(me?.business && hasMemberRight(me.business.role, right));

/** The business that this device works for, the user's role in it, and what the role allows. */
export function useMemberRights() {
  const { data: me } = useMe();
  return {
    businessId: me?.business?.id ?? null,
    role: me?.business?.role ?? null,
    can: (right: MemberRight) => hasRight(me, right),
  };
}

/** With the name, once the list of businesses has loaded. */
export function useCurrentBusiness(): MyBusiness | undefined {
  const { businessId } = useMemberRights();
  const { data } = useQuery({ ...myBusinessesQuery, enabled: businessId !== null });
  return data?.find(({ id }) => id === businessId);
}

/** Between which the user may switch; none for the owner of a single one. */
export function useSwitchableBusinesses(): readonly MyBusiness[] {
  const { businessId, role } = useMemberRights();
  const { data = [] } = useQuery({ ...myBusinessesQuery, enabled: businessId !== null });
  return role !== 'owner' || data.length > 1 ? data : [];
}

/** A centre this near is that of the same city, also where another source of coordinates was used. */
const MAX_SAME_CITY_METERS = 1_000;

/** The name of a city in the current language; as it was saved while that is unknown. */
export function useCityName(city: SelectedCity | null): string {
  const { i18n } = useTranslation();
  const lang = i18n.language;
  const { data: translatedName } = useQuery({
    queryKey: ['city-name', lang, city?.lat, city?.lon],
    queryFn: async ({ signal }) => {
      const { lat: latitude, lon: longitude } = city!;
      const { data } = await call('reverseGeocode', { query: { latitude, longitude, lang }, signal });
      return data.distance < MAX_SAME_CITY_METERS ? data.city : null;
    },
    enabled: Boolean(city?.label),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return translatedName ?? city?.label ?? '';
}

/** Product types with names in the user's language. */
export const productTypesQuery = (language: string) =>
  queryOptions({
    queryKey: ['product-types', language],
    queryFn: async ({ signal }) => (await call('listProductTypes', { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Roots of query keys, for data that changes of another feature invalidate. Every root is a key of its own or the
 * beginning of longer ones, and no root is the beginning of another.
 */
export const queryKeys = {
  /** All data of the signed-in seller. */
  seller: ['seller'],
  affiliate: ['affiliate'],
  offers: ['offers'],
  offersMap: ['offers-map'],
  offerDetail: ['offer'],
  offer: (id: number) => ['offer', id] as const,
  orders: ['orders'],
  /** What everybody reads, replies included. */
  reviews: ['reviews'],
  /** The user's entries in draws and waitlists. */
  entries: ['entries'],
  holds: ['holds'],
  payout: ['payout'],
  credit: ['credit'],
} as const;

type StartQueries = () => readonly Promise<unknown>[];

/**
 * For loaders: starts the queries of a page without waiting for them. The page itself shows cached data, loading states
 * and errors, so a navigation neither waits for a slow network nor ends in an error page.
 */
export function startQueries(start: StartQueries): null {
  // Pages are prerendered without data.
  if (import.meta.env.SSR) return null;
  for (const query of start()) query.catch(noop);
  return null;
}

/** Loaders run in parallel with those of parent routes, so a redirecting guard does not prevent their requests. */
export const startUserQueries = (start: StartQueries): null => (hasSession() ? startQueries(start) : null);

/** The business that calls about money name: not the user's own, which they are about without a name. */
export const getNamedBusiness = ({ id, business }: Pick<Me, 'id' | 'business'>): number | null =>
  business && business.id !== id ? business.id : null;

/** The same of the signed-in user; null while it is not known. */
export function useNamedBusiness(): number | null {
  const { data: me } = useMe();
  return me ? getNamedBusiness(me) : null;
}

/** Starts queries that only members of a business may send, by what their role allows. */
export function startSellerQueries(
  start: (
    can: (right: MemberRight) => boolean,
    businessId: number | null,
  ) => readonly (Promise<unknown> | false)[],
): null {
  return startUserQueries(() => [
    queryClient
      .query({ ...meQuery, staleTime: 'static' })
      .then(
        (me) =>
          me.business &&
          startQueries(() =>
            start((right) => hasRight(me, right), getNamedBusiness(me)).filter((query) => query !== false),
          ),
      ),
  ]);
}
