import { ApiError } from '@wopack/contract/client';
import { createParser } from 'eventsource-parser';
import { apiHost } from '../api.ts';
import { currentLanguage } from '../language.ts';

/** The server says something at least every 25 seconds. */
const SILENCE_MS = 60_000;

interface Listening {
  token: string | null;
  signal: AbortSignal;
  onOpen: () => void;
  onEvent: (name: string | undefined, data: unknown) => void;
}

/**
 * Reads the events of a path, with its query, under `/api/v1` until the stream ends; throws when there is none.
 * EventSource cannot send the token as a header.
 */
export async function readStream(path: string, { token, signal, onOpen, onEvent }: Listening): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const parser = createParser({ onEvent: ({ event, data }) => onEvent(event, JSON.parse(data)) });
  try {
    const response = await fetch(`${apiHost}/api/v1/${path}`, {
      headers: {
        accept: 'text/event-stream',
        'accept-language': currentLanguage(),
        authorization: `Bearer ${token}`,
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
