import { DAY_MS } from './time/dates-and-windows.ts';

/** How many people said that a pack was worth more than its value, about as much, or less. */
export interface ValueCounts {
  more: number;
  about: number;
  less: number;
}

/** Below, no figure is shown: a few people are no measure, and could be told apart. */
export const MIN_VALUE_ANSWERS = 10;

/** Answers of so many days are counted. */
export const VALUE_DAYS = 90;

export const countAnswers = ({ more, about, less }: ValueCounts): number => more + about + less;

/** The part of those who answered that got what was promised, or more; 0 to 1. */
export const getPromisedShare = (counts: ValueCounts): number =>
  (counts.more + counts.about) / countAnswers(counts);

/**
 * How many of ten got what was promised, rounded; null with fewer than ten answers. 'Ten of ten' is said when nobody got
 * less, and 'none of ten' when everybody did.
 */
export const getPromisedOfTen = (counts: ValueCounts): number | null =>
  countAnswers(counts) < MIN_VALUE_ANSWERS ? null : roundPromised(counts);

/** The same of however few. */
export function roundPromised(counts: ValueCounts): number {
  const share = getPromisedShare(counts);
  if (share === 0 || share === 1) return share * 10;
  return Math.min(9, Math.max(1, Math.round(share * 10)));
}

export interface PersonAnswer {
  userId: number;
  answer: keyof ValueCounts;
  answeredAt: Date;
}

/** A figure changes when the answers of so many people came, were replaced or became too old, and by all of these at once. */
export const CHANGED_TOGETHER = 5;

/**
 * A figure is worked out from the last one to two thousand answers about its subject: from the first of all, or, when there
 * are more, from the last multiple of a thousand that leaves a thousand. So what is read has a bound, and the first answer
 * that is read stays the same for a thousand further answers.
 */
export const ANSWERS_READ = 1000;

/**
 * The answers that a figure shows, one a person, of those about one thing, oldest first. Each person counts with their last
 * answer of the last 90 days, but a figure changes by no fewer than five people at once: whoever looks before and after one
 * of them answers does not learn what they said. It is worked out from the answers alone, so that nothing has to be stored,
 * and an answer that is deleted is in nothing.
 */
export function listShownAnswers<A extends PersonAnswer>(answers: readonly A[], now: Date): A[] {
  const last = new Map<number, A>();
  const shown = new Map<number, A>();
  const changed = new Set<number>();
  const compare = (userId: number) => {
    if (last.get(userId) === shown.get(userId)) changed.delete(userId);
    else changed.add(userId);
    if (changed.size < CHANGED_TOGETHER) return;
    for (const id of changed) {
      const answer = last.get(id);
      if (answer) shown.set(id, answer);
      else shown.delete(id);
    }
    changed.clear();
  };
  let oldest = 0;
  const dropOld = (at: Date) => {
    const before = at.getTime() - VALUE_DAYS * DAY_MS;
    for (; oldest < answers.length && answers[oldest]!.answeredAt.getTime() <= before; oldest++) {
      const answer = answers[oldest]!;
      if (last.get(answer.userId) !== answer) continue;
      last.delete(answer.userId);
      compare(answer.userId);
    }
  };
  for (const answer of answers) {
    if (answer.answeredAt > now) break;
    dropOld(answer.answeredAt);
    last.set(answer.userId, answer);
    compare(answer.userId);
  }
  dropOld(now);
  return [...shown.values()];
}

export function countShownAnswers(answers: readonly PersonAnswer[], now: Date): ValueCounts {
  const counts = { more: 0, about: 0, less: 0 };
  for (const { answer } of listShownAnswers(answers, now)) counts[answer]++;
  return counts;
}
