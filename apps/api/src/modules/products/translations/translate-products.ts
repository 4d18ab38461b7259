import { type Language, languages } from '@wopack/domain';
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
import {
  ExhaustedTranslatorError,
  isTranslationConfigured,
  RefusedTranslationError,
  type Translator,
} from './translator.ts';

/** As sellers may write them. */
export const MAX_NAME_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 2000;

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
const RETRY_BACKLOG_AFTER_MS = 20 * 3_600_000;
/** Below the time limit of a job. */
const BACKLOG_TIME_LIMIT_MS = 10 * 60_000;

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
