import { HOUR_MS, type Language, languages, MINUTE_MS } from '@wopack/domain';
import type { TranslationConfig } from '../config/outside-services.ts';
import type { Clock, Context } from './context.ts';
import type { Trx } from './db/database.ts';
import { runSequentially } from './jobs.ts';
import type { Log } from './observability/log.ts';
import type { Queues } from './queues.ts';

/** An outside service that translates texts. */
export interface Translator {
  /**
   * In the order of `texts`. Throws `RefusedTranslationError` or `ExhaustedTranslatorError` where retrying is of no use,
   * another error when the service fails.
   */
  translate(texts: readonly string[], from: Language, to: Language): Promise<string[]>;
}

/** The service refuses the text, the key or the language, and will do so again. */
class RefusedTranslationError extends Error {}

/** The service has no more capacity for now: too many requests, quota used up, or no answer in time. */
class ExhaustedTranslatorError extends Error {}

const REFUSALS = [400, 403, 404];
/** 456: DeepL's quota is used up. */
const EXHAUSTIONS = [429, 456];

/** Jobs wait for it, no request does. */
const TIMEOUT_MS = 15_000;

/** Enqueues a text that has just been written or published, if there is a service to translate it. */
export async function enqueueTranslation<
  Q extends 'orders.translate-report' | 'orders.translate-review' | 'products.translate',
>({ config, jobs }: Pick<Context, 'config' | 'jobs'>, trx: Trx, queue: Q, data: Queues[Q]): Promise<void> {
  const { deepl, libreTranslate } = config.translation;
  if (deepl !== null || libreTranslate !== null) await jobs.enqueue(trx, queue, data);
}

/** Null without a configured service. */
export function createTranslator({ deepl, libreTranslate }: TranslationConfig): Translator | null {
  if (deepl) return createDeepl(deepl);
  return libreTranslate && createLibreTranslate(libreTranslate);
}

interface ServiceConfig {
  url: string;
  key: string;
}

/** Source: developers.deepl.com/api-reference/translate. Portuguese of Portugal and British English. */
const DEEPL_TARGETS: Record<Language, string> = { pt: 'PT-PT', en: 'EN-GB', ru: 'RU' };

const createDeepl = ({ url, key }: ServiceConfig): Translator => ({
  async translate(texts, from, to) {
    const reply = await postJson<{ translations: { text: string }[] }>(
      `${url}/v2/translate`,
      { text: texts, source_lang: from.toUpperCase(), target_lang: DEEPL_TARGETS[to] },
      { authorization: `DeepL-Auth-Key ${key}` },
    );
    return assertComplete(
      texts,
      reply.translations?.map(({ text }) => text),
    );
  },
});

/** Source: libretranslate.com/docs. */
const createLibreTranslate = ({ url, key }: ServiceConfig): Translator => ({
  async translate(texts, from, to) {
    const reply = await postJson<{ translatedText: string[] }>(`${url}/translate`, {
      q: texts,
      source: from,
      target: to,
      format: 'text',
      ...(key && { api_key: key }),
    });
    return assertComplete(texts, reply.translatedText);
  },
});

async function postJson<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A body with a key goes to the configured server only.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return (await response.json()) as T;
    const message = `${host} answers ${response.status}`;
    if (REFUSALS.includes(response.status)) throw new RefusedTranslationError(message);
    if (EXHAUSTIONS.includes(response.status)) throw new ExhaustedTranslatorError(message);
    throw new Error(message);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new ExhaustedTranslatorError(`${host} does not answer in time`, { cause: error });
    throw error;
  }
}

function assertComplete(texts: readonly string[], translations: unknown): string[] {
  const isComplete =
    Array.isArray(translations) &&
    translations.length === texts.length &&
    translations.every((text) => typeof text === 'string' && text.trim() !== '');
  if (!isComplete) throw new Error('the translation is incomplete');
  return translations;
}

export const shortenTranslation = (text: string, length: number): string => {
  const trimmed = text.trim();
  return trimmed.length > length ? `${trimmed.slice(0, length - 1)}…` : trimmed;
};

/** The languages in which nobody has written a text, nor the service. */
export const listMissingLanguages = (
  ownLanguage: Language,
  existing: readonly { language: Language }[],
): Language[] =>
  languages.filter(
    (language) => language !== ownLanguage && existing.every((text) => text.language !== language),
  );

interface SubjectLog {
  log: Log;
  /** Names in the log what is translated. */
  subject: Record<string, number>;
}

/**
 * Makes translations one after the other, each whatever became of those before. Throws once all are tried when the
 * service fails. Returns whether the service takes more texts for now.
 */
export async function translateEach(
  { log, subject }: SubjectLog,
  translations: readonly (() => Promise<void>)[],
): Promise<boolean> {
  const refusals: Error[] = [];
  try {
    await runSequentially(
      translations.map((translate) => async () => {
        if (refusals.some((error) => error instanceof ExhaustedTranslatorError)) return;
        try {
          await translate();
        } catch (error) {
          const isFinal =
            error instanceof RefusedTranslationError || error instanceof ExhaustedTranslatorError;
          if (!isFinal) throw error;
          refusals.push(error);
        }
      }),
    );
  } finally {
    for (const error of refusals) log.warn({ ...subject, err: error }, 'not translated');
  }
  return !refusals.some((error) => error instanceof ExhaustedTranslatorError);
}

/** A day's share, so that a service with a quota serves new texts first. */
export const TRANSLATION_BACKLOG_LIMIT = 500;
/** Less than a day, so that the pass of the next night tries again. */
const RETRY_BACKLOG_AFTER_MS = 20 * HOUR_MS;
/** Below the time limit of a job. */
const BACKLOG_TIME_LIMIT_MS = 10 * MINUTE_MS;

interface Backlog {
  clock: Clock;
  log: Log;
  /** Those that lack a translation and were not tried since: those not tried yet first. */
  list(triedBefore: Date): Promise<{ id: number }[]>;
  /** As `translateEach`. */
  translate(id: number): Promise<boolean>;
}

/**
 * Translates what was saved before the service was configured, or what it failed to translate. One job, so that none is
 * enqueued twice and none waits in front of a text that somebody has just saved. Ends when the service takes no more.
 */
export async function translateBacklog({ clock, log, list, translate }: Backlog): Promise<void> {
  const startedAt = clock.now();
  for (const { id } of await list(new Date(startedAt.getTime() - RETRY_BACKLOG_AFTER_MS))) {
    if (clock.now().getTime() - startedAt.getTime() > BACKLOG_TIME_LIMIT_MS) return;
    try {
      if (!(await translate(id))) return;
    } catch (error) {
      // The pass of the next night tries again.
      log.warn({ id, err: error }, 'not translated');
    }
  }
}
