import { ApiError, type Client, createClient, isApiError } from '@wopack/contract/client';
import { learnServerTime } from '@wopack/ui/server-clock.ts';
import { getStoredLanguage } from './preferences.ts';

/** In session storage: both tokens end with the tab. */
const OPERATOR_TOKEN = 'adminToken';
const USER_TOKEN = 'adminUserToken';

export const getOperatorToken = (): string | null => sessionStorage.getItem(OPERATOR_TOKEN);
export const storeOperatorToken = (token: string): void => sessionStorage.setItem(OPERATOR_TOKEN, token);
export const getUserToken = (): string | null => sessionStorage.getItem(USER_TOKEN);
export const storeUserToken = (token: string): void => sessionStorage.setItem(USER_TOKEN, token);
export const clearOperatorToken = (): void => sessionStorage.removeItem(OPERATOR_TOKEN);

const ENROLMENT_KEY = 'adminEnrolmentKey';

/** By which the second factor is set up, from the link of a mail. Ends with the tab, too. */
export const getEnrolmentKey = (): string | null => sessionStorage.getItem(ENROLMENT_KEY);
export const clearEnrolmentKey = (): void => sessionStorage.removeItem(ENROLMENT_KEY);

/** Moves the key from the address, where the history would keep it. */
export function takeEnrolmentKey(): void {
  const key = location.hash.slice(1);
  if (!/^[\w-]{40,}$/.test(key)) return;
  sessionStorage.setItem(ENROLMENT_KEY, key);
  history.replaceState(history.state, '', location.pathname + location.search);
}

export function clearTokens(): void {
  clearOperatorToken();
  sessionStorage.removeItem(USER_TOKEN);
}

/** The session of the main app, if somebody is signed in there: it can be used to enter. */
export function getMainToken(): string | null {
  try {
    return localStorage.getItem('token');
  } catch {
    return null;
  }
}

const createConsoleClient = (token: () => string | null): Client =>
  createClient({
    host: '',
    token,
    language: getStoredLanguage,
    fetch: async (address, init) => {
      const sentAt = Date.now();
      const response = await globalThis.fetch(address, init);
      learnServerTime(response.headers.get('date'), sentAt, Date.now());
      return response;
    },
  });

/** Calls before the console is entered, with the ordinary session. */
export const callAsUser: Client = createConsoleClient(getUserToken);

const callWithToken = createConsoleClient(getOperatorToken);

type StepUpRequest = () => Promise<boolean>;
let requestStepUp: StepUpRequest = () => Promise.resolve(false);
const endListeners = new Set<() => void>();

/** Sets who asks the operator for a code when a call needs one. */
export function onStepUpNeeded(request: StepUpRequest): () => void {
  requestStepUp = request;
  return () => {
    requestStepUp = () => Promise.resolve(false);
  };
}

/** Runs when the server refuses the operator's session. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

const needsStepUp = (error: unknown): boolean => isApiError(error, 'notAllowed') && 'step_up' in error.errors;

/** The operator closed the question for a code: nothing was changed, nothing is to be shown. */
export const isCancelled = needsStepUp;

/** Calls of the signed-in operator. One that needs the second factor again asks for the code and is repeated. */
export const call = (async (...input: Parameters<Client>) => {
  const token = getOperatorToken();
  try {
    return await callWithToken(...input).catch(async (error: unknown) => {
      if (needsStepUp(error) && (await requestStepUp())) return callWithToken(...input);
      throw error;
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && token === getOperatorToken()) {
      clearOperatorToken();
      for (const listener of endListeners) listener();
    }
    throw error;
  }
}) as Client;
