import { expect } from 'vitest';
import type { Person } from './builders.ts';

interface Stock {
  product_id: number;
  slot_id: number | null;
  quantity: number;
}

/** A stream of quantities as a browser reads it from a server that listens. */
export async function readLive(url: string, { token }: Person, products: number[]) {
  const hangUp = new AbortController();
  const response = await fetch(`${url}/api/v1/live?products=${products.join(',')}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: hangUp.signal,
  });
  expect(response.status).toBe(200);
  const seen = new Map<number, Stock>();
  let text = '';
  const over = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (const [, data] of text.matchAll(/^event: stock\ndata: (.+)\n\n/gm)) {
        const stock = JSON.parse(data!) as Stock;
        seen.set(stock.product_id, stock);
      }
    }
    return 'ended' as const;
  })().catch(() => 'broken' as const);
  return {
    response,
    over,
    /** The last one told of a pack. */
    quantity: (productId: number) => seen.get(productId)?.quantity,
    slot: (productId: number) => seen.get(productId)?.slot_id,
    text: () => text,
    close: () => hangUp.abort(),
  };
}

/** Any stream, as what it has said so far. */
export async function readEvents(url: string, { token }: Person) {
  const hangUp = new AbortController();
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: hangUp.signal,
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
    close: () => hangUp.abort(),
  };
}
