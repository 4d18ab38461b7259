import type { Context } from '../../../platform/context.ts';
import {
  listMissingLanguages,
  shortenTranslation,
  type Translator,
  translateEach,
} from '../../../platform/translator.ts';
import { addReportTranslation, findReportToTranslate } from './feedback.queries.ts';

/** Longer than somebody may write: other languages need more letters for the same. */
const MAX_TRANSLATION_LENGTH = 4000;

/** Translates what a buyer reports, for a seller who reads another language; throws when the service fails. */
export async function translateReport(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { translator, orderId }: { translator: Translator; orderId: number },
): Promise<void> {
  const report = await findReportToTranslate(db, orderId);
  if (!report?.language || !report.text) return;
  const { text: source, language: from, translations } = report;
  const existing = Object.keys(translations).map((language) => ({ language: language as typeof from }));
  await translateEach(
    { log, subject: { order_id: orderId } },
    listMissingLanguages(from, existing).map((to) => async () => {
      const [text = ''] = await translator.translate([source], from, to);
      await addReportTranslation(db, orderId, source, {
        [to]: shortenTranslation(text, MAX_TRANSLATION_LENGTH),
      });
    }),
  );
}
