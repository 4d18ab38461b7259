import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { OperatorRight } from '@wopack/contract';
import { ApiError } from '@wopack/contract/client';
import i18next from 'i18next';
import type { AuthProvider, DataProvider, GetListParams, GetListResult, I18nProvider } from 'ra-core';
import { call, clearOperatorToken, getOperatorToken, storeOperatorToken } from './api.ts';
import { type ListMeta, type ResourceName, resources } from './resources.ts';

export const SIGN_IN_PATH = '/sign-in';

/** An answer that the server gave is not asked for again; a lost one once more. */
const isWorthRetrying = (failureCount: number, error: unknown): boolean =>
  failureCount < 1 && !(error instanceof ApiError && error.status > 0 && error.status < 500);

export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying } } });

export const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: async ({ signal }) => (await call('getOperator', { signal })).data,
  staleTime: 60_000,
});
const getOperator = () => queryClient.fetchQuery(operatorQuery);

/** Sessions and rights for ra-core: what the server says of the signed-in operator. */
export const authProvider: AuthProvider = {
  async login({ token }: { token: string }) {
    queryClient.clear();
    storeOperatorToken(token);
  },
  async logout() {
    if (getOperatorToken()) await call('endOperatorSession').catch(console.warn);
    clearOperatorToken();
    queryClient.clear();
    return SIGN_IN_PATH;
  },
  async checkAuth() {
    if (!getOperatorToken()) throw Object.assign(new Error('signed out'), { redirectTo: SIGN_IN_PATH });
  },
  async checkError(error: unknown) {
    if (error instanceof ApiError && error.status === 401)
      throw Object.assign(new Error('session ended'), { redirectTo: SIGN_IN_PATH });
  },
  async getIdentity() {
    const operator = await getOperator();
    return { ...operator, fullName: operator.name };
  },
  async getPermissions(): Promise<OperatorRight[]> {
    return (await getOperator()).rights;
  },
  async canAccess({ resource }) {
    const { right } = resources[resource as ResourceName];
    return (await getOperator()).rights.includes(right);
  },
};

interface Page {
  items: { id: number | string }[];
  next_cursor: string | null;
  total: number | null;
  total_is_exact: boolean;
  sums?: object | null;
}

type CallAny = (name: string, input: object) => Promise<unknown>;
const callAny = call as unknown as CallAny;

/** The most rows of one call. */
const MAX_LIMIT = 100;

interface LoadedList extends Omit<ListMeta, 'answeredMs'> {
  /** Cursors by the number of rows before them. */
  cursors: Map<number, string>;
}

/** Where the pages of a list begin, as far as it has been read, by resource, filter and order. */
const loadedLists = new Map<string, LoadedList>();
const MAX_LOADED_LISTS = 50;

const toSort = ({ field, order }: { field: string; order: string }) =>
  order === 'DESC' ? `-${field}` : field;

/** A list's filter as the query of its calls: an empty value is no filter. */
export const toQuery = (filter: Record<string, unknown> = {}, sort?: GetListParams['sort']) => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')),
  ...(sort && { sort: toSort(sort) }),
});

/**
 * Pages of a cursor list. The cursor of a page is remembered from the page before; an address of a later page that is
 * opened first is reached from the nearest page known.
 */
async function getList(resource: string, params: GetListParams): Promise<GetListResult> {
  const { list } = resources[resource as ResourceName];
  const { page = 1, perPage = 25 } = params.pagination ?? {};
  const startedAt = performance.now();
  const query = toQuery(params.filter as Record<string, unknown>, params.sort);
  const key = JSON.stringify([resource, Object.entries(query).sort()]);
  const getPage = (cursor: string | undefined, limit: number) =>
    callAny(list, { query: { ...query, cursor, limit }, signal: params.signal }) as Promise<Page>;

  // The first page is read anew: what came since has moved the others.
  if (page === 1) loadedLists.delete(key);
  const loadedList: LoadedList = loadedLists.get(key) ?? {
    cursors: new Map(),
    total: null,
    isTotalExact: false,
    sums: null,
  };
  const start = (page - 1) * perPage;
  let offset = Math.max(0, ...[...loadedList.cursors.keys()].filter((rowCount) => rowCount <= start));
  const readPage = async (limit: number): Promise<Page> => {
    const reply = await getPage(loadedList.cursors.get(offset), limit);
    if (reply.total !== null)
      Object.assign(loadedList, {
        total: reply.total,
        isTotalExact: reply.total_is_exact,
        sums: reply.sums ?? null,
      } satisfies Omit<ListMeta, 'answeredMs'>);
    if (reply.next_cursor) loadedList.cursors.set(offset + limit, reply.next_cursor);
    return reply;
  };
  let hasEnded = false;
  while (offset < start && !hasEnded) {
    const limit = Math.min(MAX_LIMIT, start - offset);
    hasEnded = (await readPage(limit)).next_cursor === null;
    offset += limit;
  }
  const { items, next_cursor } = hasEnded ? { items: [], next_cursor: null } : await readPage(perPage);
  if (loadedLists.size >= MAX_LOADED_LISTS) loadedLists.delete(loadedLists.keys().next().value!);
  loadedLists.set(key, loadedList);
  return {
    data: items,
    pageInfo: { hasNextPage: next_cursor !== null, hasPreviousPage: page > 1 },
    meta: {
      total: loadedList.total,
      isTotalExact: loadedList.isTotalExact,
      sums: loadedList.sums,
      answeredMs: Math.max(1, Math.round(performance.now() - startedAt)),
    } satisfies ListMeta,
  };
}

async function getOne(resource: string, { id, signal }: { id: unknown; signal?: AbortSignal }) {
  const calls = resources[resource as ResourceName];
  if (!('one' in calls)) throw new Error(`${resource} has no page of one record`);
  const { data } = (await callAny(calls.one, { params: { id }, signal })) as { data: { id: number } };
  return { data };
}

/** Reads for ra-core. Changes are calls of their own, not generic updates: each has its right and its reason. */
export const dataProvider = { getList, getOne, supportAbortSignal: true } as unknown as DataProvider;

/** ra-core asks for texts of its own components only, which the console does not use. */
export const i18nProvider: I18nProvider = {
  translate: (key) => key,
  changeLocale: () => Promise.resolve(),
  getLocale: () => i18next.language,
};

/** All rows of the filter as the server streams them. */
export async function exportList(resource: ResourceName, filter: object, sort: GetListParams['sort']) {
  const file = await callAny(resources[resource].csv, { query: toQuery({ ...filter }, sort) });
  return file as Blob;
}

/** The figures of the first page, and the numbers in the menu. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) => (await call('getDashboard', { signal })).data,
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
});
