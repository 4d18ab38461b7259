import { ApiError, type Reply } from '@wopack/contract/client';
import { createParser } from 'eventsource-parser';
import { apiHost } from '../api.ts';
import { currentLanguage } from '../language.ts';
import { read } from '../storage.ts';

/** What is left of a pack in the slot on sale; no slot: it is off sale. */
export type Stock = Reply<'live'>;

/** The server says something at least every 25 seconds. */
const SILENCE_MS = 60_000;

interface Listening {
  signal: AbortSignal;
  onOpen: () => void;
  onStock: (stock: Stock) => void;
}

/** Reads quantities until the stream ends; throws when there is none. EventSource cannot send the token as a header. */
export async function readStream(
  ids: readonly number[],
  { signal, onOpen, onStock }: Listening,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'stock') onStock(JSON.parse(data) as Stock);
    },
  });
  try {
    const response = await fetch(`${apiHost}/api/v1/live?products=${ids.join(',')}`, {
      headers: {
        accept: 'text/event-stream',
        'accept-language': currentLanguage(),
        authorization: `Bearer ${read('token')}`,
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) {
      throw new ApiError(response.status, {}, Number(response.headers.get('retry-after')) || null);
    }
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
