/** An OpenAPI document with what its references name in their places. */
export function dereference<T>(document: T): T {
  return resolve(document) as T;

  function resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    if ('$ref' in value) return resolve(lookUp(String(value.$ref)));
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  }

  function lookUp(reference: string): unknown {
    return reference
      .split('/')
      .slice(1)
      .reduce((part, key) => (part as Record<string, unknown>)[key], document as unknown);
  }
}
