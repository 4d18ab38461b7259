import { expect } from 'vitest';
import type { TestUser } from './builders.ts';

interface Stock {
  product_id: number;
  slot_id: number | null;
  quantity: number;
}

/** An event stream of quantities, read from a listening server. */
export async function openStockStream(url: string, { token }: TestUser, products: number[]) {
  const abortController = new AbortController();
  const response = await fetch(`${url}/api/v1/live?products=${products.join(',')}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abortController.signal,
  });
  expect(response.status).toBe(200);
  const latestByProduct = new Map<number, Stock>();
  let text = '';
  const closed = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (const [, data] of text.matchAll(/^event: stock\ndata: (.+)\n\n/gm)) {
        const stock = JSON.parse(data!) as Stock;
        latestByProduct.set(stock.product_id, stock);
      }
    }
    return 'ended' as const;
  })().catch(() => 'broken' as const);
  return {
    response,
    closed,
    /** The latest event of a product. */
    quantity: (productId: number) => latestByProduct.get(productId)?.quantity,
    slot: (productId: number) => latestByProduct.get(productId)?.slot_id,
    text: () => text,
    close: () => abortController.abort(),
  };
}

/** Any event stream, with the events received so far. */
export async function openEventStream(url: string, { token }: TestUser) {
  const abortController = new AbortController();
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: abortController.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  void (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  return {
    events: (name: string): unknown[] =>
      [...text.matchAll(new RegExp(`^event: ${name}\\ndata: (.+)$`, 'gm'))].map(([, data]) =>
        JSON.parse(data!),
      ),
    close: () => abortController.abort(),
  };
}
