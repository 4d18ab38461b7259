import { invalid } from '../../platform/http/error.ts';

/**
 * Category ids as the original client sends them, JSON text such as '[1,"3"]', or an array: at least one, each once.
 */
export function categoryIds(given: string | (number | string)[], field = 'categories'): number[] {
  const list = typeof given === 'string' ? parse(given) : given;
  if (!Array.isArray(list) || list.length === 0) throw invalid(field, 'field.required');
  const ids = new Set(list.map((id: unknown) => (/^[1-9]\d*$/.test(String(id)) ? toNumber(id) : 0)));
  if (ids.size > 20 || ids.has(0)) throw invalid(field, 'packs.unknownCategory');
  return [...ids];
}

const toNumber = (id: unknown): number => (typeof id === 'number' || typeof id === 'string' ? Number(id) : 0);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
