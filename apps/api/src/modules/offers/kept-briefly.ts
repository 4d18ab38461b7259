/**
 * Answers to the same question are given out for so long, and whoever asks while one is being made waits for it: many
 * callers cost no more than one. Monotonic time, not the clock: how stale a copy is has nothing to do with what time it is.
 */
export function keptBriefly<T>(milliseconds: number, most: number, worthKeeping: (answer: T) => boolean) {
  const kept = new Map<string, { at: number; answer: Promise<T> }>();
  const ask = async (question: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(question);
    if (known && performance.now() - known.at < milliseconds) return known.answer;
    const entry = { at: performance.now(), answer: make() };
    // What is asked again moves to the end: the first is what nobody has asked for the longest.
    kept.delete(question);
    kept.set(question, entry);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    const forget = () => void (kept.get(question) === entry && kept.delete(question));
    entry.answer.then((answer) => worthKeeping(answer) || forget(), forget);
    return entry.answer;
  };
  /** What was answered, and what is being made, is given to nobody who asks from now on. */
  const forgetAll = () => kept.clear();
  return Object.assign(ask, { forgetAll });
}
