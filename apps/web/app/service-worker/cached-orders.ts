interface Order {
  id: number;
  state: string;
}
/** One order, or a page of them. */
interface OrderReply {
  data: Order | Order[];
}

/** A ticket or the history; no other cached response contains orders. */
export const isOrderUrl = (url: string): boolean => /^\/api\/v1\/orders(\/\d+)?$/.test(new URL(url).pathname);

/** A buyer's action; its response is the updated order. */
export const isOrderAction = ({ url, request }: { url: URL; request: Request }): boolean =>
  request.headers.has('authorization') && /^\/api\/v1\/orders\/\d+\/\w+$/.test(url.pathname);

/**
 * Updates the order in every cached response, so that no cached ticket shows a state that is over. The history also
 * contains the open tickets.
 */
export async function syncCachedOrders(
  cacheName: string,
  response: Response,
  language: string,
): Promise<void> {
  const { data }: OrderReply = await response.json();
  const updatedOrders = [data].flat();
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  await Promise.all((await cache.keys()).map((request) => updateCachedReply(cache, request, updatedOrders)));
  for (const order of updatedOrders) {
    const ticketKey = cacheKeyOf(new URL(`/api/v1/orders/${order.id}`, location.origin), language);
    const shouldCache = order.state === 'paid' || !Array.isArray(data);
    if (shouldCache && !(await cache.match(ticketKey, { ignoreVary: true })))
      await cache.put(ticketKey, Response.json({ data: order }));
  }
}

async function updateCachedReply(cache: Cache, request: Request, updatedOrders: Order[]): Promise<void> {
  if (!isOrderUrl(request.url)) return;
  const cachedResponse = await cache.match(request, { ignoreVary: true });
  if (!cachedResponse) return;
  const oldBody = await cachedResponse.text();
  const getUpdatedOrder = (order: Order): Order => updatedOrders.find(({ id }) => id === order.id) ?? order;
  const reply: OrderReply = JSON.parse(oldBody);
  reply.data = Array.isArray(reply.data) ? reply.data.map(getUpdatedOrder) : getUpdatedOrder(reply.data);
  const body = JSON.stringify(reply);
  if (body !== oldBody) await cache.put(request, new Response(body, { headers: cachedResponse.headers }));
}

/** Everything a response depends on, apart from the user. */
export function cacheKeyOf(requestUrl: URL, language: string): string {
  const url = new URL(requestUrl);
  url.searchParams.set('language', language);
  return url.href;
}

export const getRequestLanguage = ({ headers }: Request): string => headers.get('accept-language') ?? '';
