import { type Language, languages } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import {
  listMissingLanguages,
  shortenTranslation,
  TRANSLATION_BACKLOG_LIMIT,
  type Translator,
  translateBacklog,
  translateEach,
} from '../../../platform/translator.ts';
import { indexProducts } from '../search.queries.ts';
import {
  findTextToTranslate,
  insertTranslation,
  listTextsOfProducts,
  listUntranslatedProducts,
  markTranslationTried,
  type ProductText,
} from './translations.queries.ts';

/** As sellers may write them. */
const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 2000;

interface TranslateOptions {
  translator: Translator;
  productId: number;
}

type TranslateContext = Pick<Context, 'db' | 'clock' | 'log'>;

/** Translates a product on sale into the languages that it has no text in; as `translateEach`. */
export async function translateProduct(
  { db, clock, log }: TranslateContext,
  { translator, productId }: TranslateOptions,
): Promise<boolean> {
  const source = await findTextToTranslate(db, productId);
  if (!source) return true;
  const missingLanguages = listMissingLanguages(source.language, await listTextsOfProducts(db, [productId]));
  if (missingLanguages.length === 0) return true;
  await markTranslationTried(db, productId, clock.now());
  return translateEach(
    { log, subject: { product_id: productId } },
    missingLanguages.map((language) => () => translateInto(db, { translator, productId, source, language })),
  );
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
    name: shortenTranslation(name, MAX_NAME_LENGTH),
    description: shortenTranslation(description, MAX_DESCRIPTION_LENGTH),
  };
  await db.transaction().execute(async (trx) => {
    const productIds = await insertTranslation(trx, productId, source, translation);
    if (productIds.length > 0) await indexProducts(trx, { productIds });
  });
}

export const translateProductBacklog = (context: TranslateContext, translator: Translator): Promise<void> =>
  translateBacklog({
    ...context,
    list: (triedBefore) =>
      listUntranslatedProducts(context.db, { languages, triedBefore, limit: TRANSLATION_BACKLOG_LIMIT }),
    translate: (productId) => translateProduct(context, { translator, productId }),
  });
