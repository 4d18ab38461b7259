/**
 * Caches loaded values for `ttlMs`; concurrent callers share one load. A rejected load and a value that is not
 * cacheable are evicted. Ages are measured in monotonic time, not by the application's clock.
 */
export function createTtlCache<T>(ttlMs: number, maxEntries: number, isCacheable: (value: T) => boolean) {
  const entries = new Map<string, { createdAt: number; value: Promise<T> }>();
  const getOrLoad = async (key: string, load: () => Promise<T>): Promise<T> => {
    const cached = entries.get(key);
    if (cached && performance.now() - cached.createdAt < ttlMs) return cached.value;
    const entry = { createdAt: performance.now(), value: load() };
    // A reloaded entry moves to the end, so that the first is the least recently loaded.
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    const evict = () => void (entries.get(key) === entry && entries.delete(key));
    entry.value.then((value) => isCacheable(value) || evict(), evict);
    return entry.value;
  };
  /** Also detaches pending loads from callers that come later. */
  const clear = () => entries.clear();
  return Object.assign(getOrLoad, { clear });
}
