import { invalid } from '../../platform/http/error.ts';

/**
 * Category ids as the original client sends them, JSON text such as '[1,"3"]', or an array: at least one, each once.
 */
export function categoryIds(given: string | (number | string)[], field = 'categories'): number[] {
  const list = typeof given === 'string' ? parse(given) : given;
  const ids = Array.isArray(list) ? [...new Set(list.map(Number))] : [];
  if (ids.length === 0) throw invalid(field, 'field.required');
  if (ids.length > 20 || !ids.every((id) => Number.isSafeInteger(id) && id > 0)) {
    throw invalid(field, 'packs.unknownCategory');
  }
  return ids;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
