import { keyOf } from './key-of.ts';

interface Order {
  id: number;
  state: string;
}
/** One order, or a page of them. */
interface Told {
  data: Order | Order[];
}

/** A ticket or the history; whatever else is kept tells of no orders. */
export const tellsOfOrders = (url: string): boolean =>
  /^\/api\/v1\/orders(\/\d+)?$/.test(new URL(url).pathname);

/** A buyer's step: it is answered with the order as it is now. */
export const isStep = ({ url, request }: { url: URL; request: Request }): boolean =>
  request.headers.has('authorization') && /^\/api\/v1\/orders\/\d+\/\w+$/.test(url.pathname);

/**
 * What the server has just told of orders is what every copy says of them: no ticket looks paid that is not any more. Who
 * has the history has the tickets still to be collected.
 */
export async function agree(cacheName: string, answer: Response, language: string): Promise<void> {
  const { data }: Told = await answer.json();
  const told = [data].flat();
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  await Promise.all((await cache.keys()).map((request) => renew(cache, request, told)));
  for (const order of told) {
    const ticket = keyOf(new URL(`/api/v1/orders/${order.id}`, location.origin), language);
    const wanted = order.state === 'paid' || !Array.isArray(data);
    if (wanted && !(await cache.match(ticket, { ignoreVary: true })))
      await cache.put(ticket, Response.json({ data: order }));
  }
}

async function renew(cache: Cache, request: Request, told: Order[]): Promise<void> {
  if (!tellsOfOrders(request.url)) return;
  const copy = await cache.match(request, { ignoreVary: true });
  if (!copy) return;
  const old = await copy.text();
  const now = (order: Order): Order => told.find(({ id }) => id === order.id) ?? order;
  const kept: Told = JSON.parse(old);
  kept.data = Array.isArray(kept.data) ? kept.data.map(now) : now(kept.data);
  const body = JSON.stringify(kept);
  if (body !== old) await cache.put(request, new Response(body, { headers: copy.headers }));
}
