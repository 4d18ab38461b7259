import type { Language } from '@wopack/domain';
import type { TranslationConfig } from '../../../config/config.ts';

/** An outside service that translates texts. */
export interface Translator {
  /**
   * In the order of `texts`. Throws `RefusedTranslationError` or `ExhaustedTranslatorError` where retrying is of no use,
   * another error when the service fails.
   */
  translate(texts: readonly string[], from: Language, to: Language): Promise<string[]>;
}

/** The service refuses the text, the key or the language, and will do so again. */
export class RefusedTranslationError extends Error {}

/** The service has no more capacity for now: too many requests, quota used up, or no answer in time. */
export class ExhaustedTranslatorError extends Error {}

const REFUSALS = [400, 403, 404];
/** 456: DeepL's quota is used up. */
const EXHAUSTIONS = [429, 456];

/** Jobs wait for it, no request does. */
const TIMEOUT_MS = 15_000;

export const isTranslationConfigured = ({ translation }: { translation: TranslationConfig }): boolean =>
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
      ...{ q: texts, source: from, target: to, format: 'text' },
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
