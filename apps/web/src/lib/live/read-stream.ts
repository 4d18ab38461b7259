import { ApiError } from '@wopack/contract/client';
import { createParser } from 'eventsource-parser';
import { apiHost } from '../api.ts';
import { currentLanguage } from '../language.ts';

/** The server says something at least every 25 seconds. */
const SILENCE_MS = 60_000;

/** Which stream, and which of its events. */
export interface Source {
  /** With its query, under `/api/v1`. */
  path: string;
  event: string;
}

interface Listening<T> {
  token: string | null;
  signal: AbortSignal;
  onOpen: () => void;
  onEvent: (data: T) => void;
}

/** Reads events until the stream ends; throws when there is none. EventSource cannot send the token as a header. */
export async function readStream<T>(
  source: Source,
  { token, signal, onOpen, onEvent }: Listening<T>,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === source.event) onEvent(JSON.parse(data) as T);
    },
  });
  try {
    const response = await fetch(`${apiHost}/api/v1/${source.path}`, {
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
