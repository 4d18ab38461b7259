import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What stands between spaces, without the signs around it. */
const WORD = /[\p{L}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu;
const MAX_WORDS = 8;

/**
 * Whether a text has all words that somebody typed, whatever their order, case and accents. What has no letters and
 * digits, such as an emoji or a dash, is looked for as it is. `text` must be an expression that an index has.
 */
export function hasTypedWords(text: RawBuilder<string>, typed: string): RawBuilder<SqlBool> {
  const words = typed.match(WORD)?.slice(0, MAX_WORDS) ?? [typed];
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql<SqlBool>`fold_words(${text}) like contains_words(${word})`),
    sql` and `,
  )})`;
}

/** The number of an order, user or payout as somebody types it: 10001, #10001, n.º 10001. */
export const parseTypedNumber = (typed: string): number | null => {
  const number = /^(?:[#№]|n[.ºo°r]{0,3}|order|pedido|заказ)?[\s.:#№]*(\d{1,9})$/iu.exec(typed.trim())?.[1];
  return number === undefined ? null : Number(number);
};
