import { endpoints } from '@wopack/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const buildSubscription = (name: string) => {
  const endpoint = `https://push.example/${name}`;
  const keys = { p256dh: `${name}-key`, auth: `${name}-secret` };
  const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) };
  return { endpoint, options, toJSON: () => ({ endpoint, keys }) };
};

const former = buildSubscription('former');
const renewed = buildSubscription('renewed');
const renewal = {
  method: endpoints.renewPushSubscription.method,
  path: endpoints.renewPushSubscription.path,
  body: { former_endpoint: former.endpoint, ...renewed.toJSON() },
};

const subscribe = vi.fn();
const workerScope = Object.assign(new EventTarget(), {
  __WB_MANIFEST: [],
  registration: { scope: location.href, pushManager: { subscribe } },
});
/** Answers of the server in their order; then it accepts. */
const replies: (number | 'networkError')[] = [];
const requests: object[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  subscribe.mockReset().mockResolvedValue(renewed);
  replies.length = 0;
  requests.length = 0;
  vi.stubGlobal('self', workerScope);
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string }) => {
    requests.push({ method, path, body: JSON.parse(body) });
    const reply = replies.shift() ?? 200;
    if (reply === 'networkError') throw new TypeError('Failed to fetch');
    return Response.json({}, { status: reply });
  });
  await import('./sw.ts');
});

/** Resolves when the worker has done what it asked the browser to wait for. */
async function changeSubscription(subscriptions: {
  oldSubscription: object;
  newSubscription: object | null;
}) {
  const waitUntil = vi.fn<(work: Promise<void>) => void>();
  workerScope.dispatchEvent(
    Object.assign(new Event('pushsubscriptionchange'), { ...subscriptions, waitUntil }),
  );
  const works = Promise.allSettled(waitUntil.mock.calls.map(([work]) => work));
  await vi.runAllTimersAsync();
  return works;
}

describe('a push subscription that the browser has changed', () => {
  test('is renewed at the server', async () => {
    await changeSubscription({ oldSubscription: former, newSubscription: renewed });
    expect(requests).toEqual([renewal]);
    expect(subscribe).not.toHaveBeenCalled();
  });

  test('is made again when the browser gives no new one', async () => {
    await changeSubscription({ oldSubscription: former, newSubscription: null });
    expect(subscribe.mock.calls).toEqual([[former.options]]);
    expect(requests).toEqual([renewal]);
  });

  test.each([['networkError'], [503], [429]] as const)('is sent again after %s', async (reply) => {
    replies.push(reply, reply);
    const works = await changeSubscription({ oldSubscription: former, newSubscription: renewed });
    expect(requests).toEqual([renewal, renewal, renewal]);
    expect(works).toEqual([{ status: 'fulfilled', value: undefined }]);
  });

  test('is made again after the push service was out of reach', async () => {
    subscribe.mockRejectedValueOnce(new DOMException('no push service', 'AbortError'));
    await changeSubscription({ oldSubscription: former, newSubscription: null });
    expect(subscribe).toHaveBeenCalledTimes(2);
    expect(requests).toEqual([renewal]);
  });

  test('is not sent again when the server does not have the former one', async () => {
    replies.push(404);
    await changeSubscription({ oldSubscription: former, newSubscription: renewed });
    expect(requests).toEqual([renewal]);
  });

  test('is given up in the end', async () => {
    replies.push(...Array<'networkError'>(10).fill('networkError'));
    const works = await changeSubscription({ oldSubscription: former, newSubscription: renewed });
    expect(works).toMatchObject([{ status: 'rejected' }]);
    expect(requests).toHaveLength(4);
  });
});
