import { ApiError } from '@wopack/contract/client';
import { createParser } from 'eventsource-parser';
import { apiHost } from '../api/api.ts';
import { getCurrentLanguage } from '../i18n/language.ts';

/** The server sends something at least every 25 seconds. */
const SILENCE_TIMEOUT_MS = 60_000;

interface StreamOptions {
  token: string | null;
  signal: AbortSignal;
  onOpen: () => void;
  onEvent: (name: string | undefined, data: unknown) => void;
}

/**
 * Reads the events of a path with its query, under `/api/v1`, until the stream ends; rejects when it cannot be
 * opened. EventSource cannot send the token as a header.
 */
export async function readStream(
  path: string,
  { token, signal, onOpen, onEvent }: StreamOptions,
): Promise<void> {
  const silenceController = new AbortController();
  let timer = setTimeout(() => silenceController.abort(), SILENCE_TIMEOUT_MS);
  const parser = createParser({ onEvent: ({ event, data }) => onEvent(event, JSON.parse(data)) });
  try {
    const response = await fetch(`${apiHost}/api/v1/${path}`, {
      headers: {
        accept: 'text/event-stream',
        'accept-language': getCurrentLanguage(),
        authorization: `Bearer ${token}`,
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silenceController.signal]),
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
      timer = setTimeout(() => silenceController.abort(), SILENCE_TIMEOUT_MS);
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
