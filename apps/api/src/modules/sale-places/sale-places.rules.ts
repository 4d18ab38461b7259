import { getCancellationWeight, type Language } from '@wopack/domain';

/**
 * Category ids without duplicates, from an array or from JSON text such as '[1,"3"]', as the original
 * client sends them. Invalid entries become 0, which no category has.
 */
export function parseCategoryIds(sent: string | (number | string)[]): number[] {
  const list = typeof sent === 'string' ? parseJson(sent) : sent;
  if (!Array.isArray(list)) return [];
  return [...new Set(list.map((id: unknown) => (/^[1-9]\d*$/.test(String(id)) ? toNumber(id) : 0)))];
}

const MAX_CATEGORIES = 20;

/** Requires at least one category, all of them known. */
export function categoryError(
  sent: string | (number | string)[] | undefined,
  types: readonly { id: number }[],
) {
  if (sent === undefined) return null;
  const ids = parseCategoryIds(sent);
  if (ids.length === 0) return 'field.required';
  const areValid = ids.length <= MAX_CATEGORIES && ids.every((id) => types.some((type) => type.id === id));
  return areValid ? null : 'products.unknownCategory';
}

interface TypeRow {
  id: number;
  slug: string;
  name: Record<string, string>;
}

/** Categories by id with names in the requested language. */
export const translateTypes = (ids: readonly number[], types: readonly TypeRow[], language: Language) =>
  ids.flatMap((id) => {
    const type = types.find((candidate) => candidate.id === id);
    return type ? [{ id, slug: type.slug, name: type.name[language] ?? type.slug }] : [];
  });

interface DescriptionRow {
  description: string;
  language: Language;
  descriptions: Partial<Record<Language, string>>;
}

/** The description in the requested language, else the seller's own, with the language that it is in. */
export function chooseDescription(
  { description, language: ownLanguage, descriptions }: DescriptionRow,
  language: Language,
): Pick<DescriptionRow, 'description' | 'language'> {
  const text = language === ownLanguage ? undefined : descriptions[language];
  return text ? { description: text, language } : { description, language: ownLanguage };
}

/** Mean number of stars to one decimal; null without ratings. */
export const meanRating = (sum: number, count: number): number | null =>
  count > 0 ? Math.round((sum * 10) / count) / 10 : null;

const toNumber = (id: unknown): number => (typeof id === 'number' || typeof id === 'string' ? Number(id) : 0);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface ReliabilityRow {
  counted_orders: number;
  kept_orders: number;
  cancelled_orders: number;
  last_cancelled_at: Date | null;
  last_cancelled_minutes_ahead: number | null;
}

/** By what a cancellation counts as. */
const TIMES = { 1: 'early', 2: 'day', 3: 'hours', 4: 'window' } as const;

/** What orders a sale place kept, of however few. */
export const buildReliabilityView = ({
  counted_orders: orders,
  kept_orders: kept,
  cancelled_orders: cancelled,
  last_cancelled_at: lastAt,
  last_cancelled_minutes_ahead: minutesAhead,
}: ReliabilityRow) => ({
  orders,
  kept,
  cancelled,
  last_cancelled_at: lastAt?.toISOString() ?? null,
  last_cancelled: minutesAhead === null ? null : TIMES[getCancellationWeight(minutesAhead)],
});
