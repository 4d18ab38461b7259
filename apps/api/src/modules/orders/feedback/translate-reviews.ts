import { DAY_MS, languages } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import {
  listMissingLanguages,
  shortenTranslation,
  TRANSLATION_BACKLOG_LIMIT,
  type Translator,
  translateBacklog,
  translateEach,
} from '../../../platform/translator.ts';
import {
  insertReviewTranslation,
  listReviewTranslations,
  listTextsToTranslate,
  listUntranslatedReviews,
  markReviewTried,
} from './review-translations.queries.ts';

/** Longer than somebody may write: other languages need more letters for the same. */
const MAX_TRANSLATION_LENGTH = 1000;
/** Older reviews stay as they are: few read them. */
const BACKLOG_DAYS = 365;

type TranslateContext = Pick<Context, 'db' | 'clock' | 'log'>;

/** Translates a review and the reply to it into the languages that they are not in; as `translateEach`. */
export async function translateReview(
  { db, clock, log }: TranslateContext,
  { translator, orderId }: { translator: Translator; orderId: number },
): Promise<boolean> {
  const texts = await listTextsToTranslate(db, orderId);
  const existing = await listReviewTranslations(db, orderId);
  const translations = texts.flatMap((source) =>
    listMissingLanguages(
      source.language,
      existing.filter(({ author }) => author === source.author),
    ).map((language) => async () => {
      const [text = ''] = await translator.translate([source.text], source.language, language);
      const translation = { language, text: shortenTranslation(text, MAX_TRANSLATION_LENGTH) };
      await db.transaction().execute((trx) => insertReviewTranslation(trx, orderId, source, translation));
    }),
  );
  if (translations.length === 0) return true;
  await markReviewTried(db, orderId, clock.now());
  return translateEach({ log, subject: { order_id: orderId } }, translations);
}

export const translateReviewBacklog = (context: TranslateContext, translator: Translator): Promise<void> =>
  translateBacklog({
    ...context,
    list: (triedBefore) =>
      listUntranslatedReviews(context.db, {
        translations: languages.length - 1,
        writtenSince: new Date(context.clock.now().getTime() - BACKLOG_DAYS * DAY_MS),
        triedBefore,
        limit: TRANSLATION_BACKLOG_LIMIT,
      }),
    translate: (orderId) => translateReview(context, { translator, orderId }),
  });
