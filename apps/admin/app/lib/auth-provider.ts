import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { OperatorRight } from '@wopack/contract';
import { ApiError } from '@wopack/contract/client';
import type { AuthProvider } from 'ra-core';
import { call, clearOperatorToken, getOperatorToken, storeOperatorToken } from './api.ts';
import { type ResourceName, resources } from './resources.ts';

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
