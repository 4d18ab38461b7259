import {
  countAnswers,
  countByAnswer,
  countShownAnswers,
  getPromisedOfTen,
  joinShownAnswers,
  listShownAnswers,
  MIN_COUNTED_ORDERS,
  MIN_VALUE_ANSWERS,
  type PersonAnswer,
  VALUE_DAYS,
} from '@wopack/domain';
import { buildReliabilityView, type ReliabilityRow } from '../../sale-places/index.ts';

/** Nothing with fewer than ten people. */
export function buildValueFigure(answers: readonly PersonAnswer[], now: Date) {
  const counts = countShownAnswers(answers, now);
  return countAnswers(counts) < MIN_VALUE_ANSWERS ? {} : { value_answers: { ...counts, days: VALUE_DAYS } };
}

/** The same of a sale place, of what its packs show, and without counts: theirs, taken off, would leave a few people. */
export function buildValueShare(answers: readonly (PersonAnswer & { productId: number })[], now: Date) {
  const byProduct = Map.groupBy(answers, ({ productId }) => productId);
  const shown = joinShownAnswers([...byProduct.values()].map((rows) => listShownAnswers(rows, now)));
  const ofTen = getPromisedOfTen(countByAnswer(shown));
  return ofTen === null ? {} : { value_share: { of_ten: ofTen, days: VALUE_DAYS } };
}

/** Nothing with fewer than ten orders. */
export const buildReliability = (row: ReliabilityRow) =>
  row.counted_orders < MIN_COUNTED_ORDERS ? {} : { reliability: buildReliabilityView(row) };
