import { HOUR_MS, type Language, languages, MINUTE_MS } from '@wopack/domain';
import type { TranslationConfig } from '../../../config/outside-services.ts';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { runSequentially } from '../../../platform/jobs.ts';
import { indexProducts } from '../search.queries.ts';
import {
  findTextToTranslate,
  insertTranslation,
  listTextsOfProducts,
  listUntranslatedProducts,
  markTranslationTried,
  type ProductText,
} from './translations.queries.ts';

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

const isTranslationConfigured = ({ translation }: { translation: TranslationConfig }): boolean =>
  translation.deepl !== null || translation.libreTranslate !== null;

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

/** As sellers may write them. */
const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 2000;

interface TranslateOptions {
  translator: Translator;
  productId: number;
}

type TranslateContext = Pick<Context, 'db' | 'clock' | 'log'>;

/**
 * Translates a product on sale into the languages that it has no text in. Throws once all are tried when the service
 * fails. Returns whether the service takes more texts for now.
 */
export async function translateProduct(
  { db, clock, log }: TranslateContext,
  { translator, productId }: TranslateOptions,
): Promise<boolean> {
  const source = await findTextToTranslate(db, productId);
  if (!source) return true;
  const existing = await listTextsOfProducts(db, [productId]);
  const isMissing = (language: Language) =>
    language !== source.language && existing.every((text) => text.language !== language);
  const missingLanguages = languages.filter(isMissing);
  if (missingLanguages.length === 0) return true;
  await markTranslationTried(db, productId, clock.now());
  const refusals: Error[] = [];
  try {
    await runSequentially(
      missingLanguages.map((language) => async () => {
        if (refusals.some((error) => error instanceof ExhaustedTranslatorError)) return;
        try {
          await translateInto(db, { translator, productId, source, language });
        } catch (error) {
          const isFinal =
            error instanceof RefusedTranslationError || error instanceof ExhaustedTranslatorError;
          if (!isFinal) throw error;
          refusals.push(error);
        }
      }),
    );
  } finally {
    for (const error of refusals) log.warn({ product_id: productId, err: error }, 'product not translated');
  }
  return !refusals.some((error) => error instanceof ExhaustedTranslatorError);
}

interface TranslateIntoOptions extends TranslateOptions {
  source: ProductText & { language: Language };
  language: Language;
}

async function translateInto(
  db: Context['db'],
  { translator, productId, source, language }: TranslateIntoOptions,
): Promise<void> {
  const [name = '', description = ''] = await translator.translate(
    [source.name, source.description],
    source.language,
    language,
  );
  const translation = {
    language,
    name: shorten(name, MAX_NAME_LENGTH),
    description: shorten(description, MAX_DESCRIPTION_LENGTH),
  };
  await db.transaction().execute(async (trx) => {
    if (await insertTranslation(trx, productId, source, translation)) await indexProducts(trx, { productId });
  });
}

const shorten = (text: string, length: number): string => {
  const trimmed = text.trim();
  return trimmed.length > length ? `${trimmed.slice(0, length - 1)}…` : trimmed;
};

/** A day's share, so that a service with a quota serves new products first. */
const BACKLOG_LIMIT = 500;
/** Less than a day, so that the pass of the next night tries again. */
const RETRY_BACKLOG_AFTER_MS = 20 * HOUR_MS;
/** Below the time limit of a job. */
const BACKLOG_TIME_LIMIT_MS = 10 * MINUTE_MS;

/**
 * Translates products saved before the service was configured, or that it failed to translate: those not tried yet
 * first, the newest of them first. One job, so that none is enqueued twice and none waits in front of a product that its
 * seller has just saved. Ends when the service takes no more.
 */
export async function translateBacklog(context: TranslateContext, translator: Translator): Promise<void> {
  const { db, clock, log } = context;
  const startedAt = clock.now();
  const products = await listUntranslatedProducts(db, {
    languages,
    triedBefore: new Date(startedAt.getTime() - RETRY_BACKLOG_AFTER_MS),
    limit: BACKLOG_LIMIT,
  });
  for (const { id: productId } of products) {
    if (clock.now().getTime() - startedAt.getTime() > BACKLOG_TIME_LIMIT_MS) return;
    try {
      if (!(await translateProduct(context, { translator, productId }))) return;
    } catch (error) {
      // The pass of the next night tries again.
      log.warn({ product_id: productId, err: error }, 'product not translated');
    }
  }
}

/** Enqueues a product that its seller has changed or put on sale. */
export async function enqueueTranslation(
  { config, jobs }: Pick<Context, 'config' | 'jobs'>,
  trx: Trx,
  productId: number,
): Promise<void> {
  if (isTranslationConfigured(config)) await jobs.enqueue(trx, 'products.translate', { productId });
}
