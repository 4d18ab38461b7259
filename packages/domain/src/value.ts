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
  /** Null: taken back, or of somebody who works there. It counts nowhere, but the others change together as if it were there. */
  answer: keyof ValueCounts | null;
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
 * Runs through the answers about one thing, oldest first, and drops each once it is 90 days old. What is shown changes when
 * those of five people have changed, and then by all of them. `taken` answers were looked at when it changed last.
 */
function showAnswers<A extends PersonAnswer>(answers: readonly A[], now: Date) {
  const last = new Map<number, A>();
  const shown = new Map<number, A>();
  const changed = new Set<number>();
  const end = { taken: 0, changedAt: new Date(0) };
  const compare = (userId: number, taken: number, at: Date) => {
    if (last.get(userId) === shown.get(userId)) changed.delete(userId);
    else changed.add(userId);
    if (changed.size < CHANGED_TOGETHER) return;
    for (const id of changed) {
      const answer = last.get(id);
      if (answer) shown.set(id, answer);
      else shown.delete(id);
    }
    changed.clear();
    Object.assign(end, { taken, changedAt: at });
  };
  let oldest = 0;
  const dropOld = (at: Date, taken: number) => {
    const before = at.getTime() - VALUE_DAYS * DAY_MS;
    for (; oldest < answers.length && answers[oldest]!.answeredAt.getTime() <= before; oldest++) {
      const answer = answers[oldest]!;
      if (last.get(answer.userId) !== answer) continue;
      last.delete(answer.userId);
      compare(answer.userId, taken, at);
    }
  };
  let taken = 0;
  for (const answer of answers) {
    if (answer.answeredAt > now) break;
    dropOld(answer.answeredAt, taken);
    last.set(answer.userId, answer);
    compare(answer.userId, ++taken, answer.answeredAt);
  }
  dropOld(now, taken);
  return { shown: [...shown.values()].filter(isCounted), ...end };
}

/** An answer that counts. */
export type Counted<A extends PersonAnswer> = A & { answer: keyof ValueCounts };

const isCounted = <A extends PersonAnswer>(answer: A): answer is Counted<A> => answer.answer !== null;

/**
 * The answers that the figure of a pack shows, one a person, of all about it, oldest first. Each person counts with their
 * last answer of the last 90 days, but the figure changes by no fewer than five people at once: whoever looks before and
 * after one of them answers does not learn what they said. It is worked out from the answers alone, so that nothing has to be
 * stored, and an answer that is taken back is in nothing.
 */
export const listShownAnswers = <A extends PersonAnswer>(answers: readonly A[], now: Date): Counted<A>[] =>
  showAnswers(answers, now).shown;

/**
 * The same of each part of a pack's answers (its weeks, or who handed out; null is no part that is shown), of whose people
 * each counts once in each part. A part knows only what the pack's figure has taken in, and changes by five people at once
 * too. It is left out when it has fewer than five people, and so is the smallest one as long as one to four of the answers
 * that the pack shows are in no part: these would be left when the parts are taken off the pack.
 */
export function listShownParts<A extends PersonAnswer, Part extends string>(
  answers: readonly A[],
  now: Date,
  getPart: (answer: A) => Part | null,
): Map<Part, Counted<A>[]> {
  const { shown: whole, taken, changedAt } = showAnswers(answers, now);
  const parts: [Part, Counted<A>[]][] = [];
  for (const [part, rows] of Map.groupBy(answers.slice(0, taken), getPart)) {
    if (part === null) continue;
    const { shown } = showAnswers(rows, changedAt);
    if (shown.length >= CHANGED_TOGETHER) parts.push([part, shown]);
  }
  parts.sort(([, a], [, b]) => b.length - a.length);
  const countOthers = () => {
    const inParts = new Set<A>(parts.flatMap(([, shown]) => shown));
    return whole.filter((answer) => !inParts.has(answer)).length;
  };
  for (let others = countOthers(); others > 0 && others < CHANGED_TOGETHER && parts.length > 0; ) {
    parts.pop();
    others = countOthers();
  }
  return new Map(parts);
}

/**
 * What several packs show together: each person once, with their last answer. A pack that shows fewer than five people is
 * left out, since it would be what is left when the others are taken off.
 */
export function joinShownAnswers<A extends PersonAnswer>(
  shownByProduct: Iterable<readonly Counted<A>[]>,
): Counted<A>[] {
  const last = new Map<number, Counted<A>>();
  for (const shown of shownByProduct) {
    if (shown.length < CHANGED_TOGETHER) continue;
    for (const answer of shown) {
      const other = last.get(answer.userId);
      if (!other || answer.answeredAt >= other.answeredAt) last.set(answer.userId, answer);
    }
  }
  return [...last.values()];
}

/** Of each answer once. */
export function countByAnswer(answers: readonly Counted<PersonAnswer>[]): ValueCounts {
  const counts = { more: 0, about: 0, less: 0 };
  for (const { answer } of answers) counts[answer]++;
  return counts;
}

/** What the figure of a pack counts. */
export const countShownAnswers = (answers: readonly PersonAnswer[], now: Date): ValueCounts =>
  countByAnswer(listShownAnswers(answers, now));
