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
  const areKnown = ids.length <= MAX_CATEGORIES && ids.every((id) => types.some((type) => type.id === id));
  return areKnown ? null : 'products.unknownCategory';
}

const toNumber = (id: unknown): number => (typeof id === 'number' || typeof id === 'string' ? Number(id) : 0);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
