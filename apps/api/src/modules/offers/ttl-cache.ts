/**
 * Answers to the same question are given out for so long, and whoever asks while one is being made waits for it: many
 * callers cost no more than one. Monotonic time, not the clock: how stale a copy is has nothing to do with what time it is.
 */
export function createTtlCache<T>(ttlMs: number, maxEntries: number, isCacheable: (value: T) => boolean) {
  const entries = new Map<string, { createdAt: number; value: Promise<T> }>();
  const getOrLoad = async (key: string, load: () => Promise<T>): Promise<T> => {
    const cached = entries.get(key);
    if (cached && performance.now() - cached.createdAt < ttlMs) return cached.value;
    const entry = { createdAt: performance.now(), value: load() };
    // What is asked again moves to the end: the first is what nobody has asked for the longest.
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    const evict = () => void (entries.get(key) === entry && entries.delete(key));
    entry.value.then((value) => isCacheable(value) || evict(), evict);
    return entry.value;
  };
  /** What was answered, and what is being made, is given to nobody who asks from now on. */
  const clear = () => entries.clear();
  return Object.assign(getOrLoad, { clear });
}
