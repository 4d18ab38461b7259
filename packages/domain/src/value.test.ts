import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from './time/dates-and-windows.ts';
import {
  CHANGED_TOGETHER,
  countAnswers,
  countShownAnswers,
  getPromisedOfTen,
  joinShownAnswers,
  listShownAnswers,
  listShownParts,
  MIN_VALUE_ANSWERS,
  type PersonAnswer,
  VALUE_DAYS,
  type ValueCounts,
} from './value.ts';

const counts = fc.record({ more: fc.nat(60), about: fc.nat(60), less: fc.nat(60) });

test.each([
  [{ more: 12, about: 29, less: 5 }, 9],
  [{ more: 0, about: 10, less: 0 }, 10],
  [{ more: 0, about: 0, less: 10 }, 0],
  [{ more: 5, about: 50, less: 1 }, 9],
  [{ more: 1, about: 0, less: 40 }, 1],
  [{ more: 3, about: 3, less: 3 }, null],
])('%j: %s of ten', (answers, ofTen) => expect(getPromisedOfTen(answers)).toBe(ofTen));

test('there is a figure from ten answers on, and ten of ten is said only when nobody got less', () => {
  fc.assert(
    fc.property(counts, (answers) => {
      const ofTen = getPromisedOfTen(answers);
      expect(ofTen === null).toBe(countAnswers(answers) < MIN_VALUE_ANSWERS);
      if (ofTen === null) return;
      expect(ofTen === 10).toBe(answers.less === 0);
      expect(ofTen === 0).toBe(answers.more + answers.about === 0);
      expect(Number.isInteger(ofTen)).toBe(true);
    }),
  );
});

test('a better answer never lowers the figure, a worse one never raises it', () => {
  fc.assert(
    fc.property(counts, fc.constantFrom<keyof ValueCounts>('more', 'about', 'less'), (answers, answer) => {
      const before = getPromisedOfTen(answers);
      if (before === null) return;
      const after = getPromisedOfTen({ ...answers, [answer]: answers[answer] + 1 })!;
      if (answer === 'less') expect(after).toBeLessThanOrEqual(before);
      else expect(after).toBeGreaterThanOrEqual(before);
    }),
  );
});

describe('what a figure shows', () => {
  const history = fc
    .array(
      fc.record({
        userId: fc.integer({ min: 1, max: 20 }),
        answer: fc.constantFrom<keyof ValueCounts>('more', 'about', 'less'),
        hoursLater: fc.oneof(fc.integer({ min: 0, max: 48 }), fc.integer({ min: 0, max: 1000 })),
      }),
      { maxLength: 120 },
    )
    .map((steps) => {
      let time = Date.UTC(2026, 0, 1);
      return steps.map(({ hoursLater, ...step }): PersonAnswer => {
        time += hoursLater * 3_600_000 + 1;
        return { ...step, answeredAt: new Date(time) };
      });
    });

  const byPerson = (answers: readonly PersonAnswer[]) => new Map(answers.map((row) => [row.userId, row]));
  /** People whose answer is in one of two views and not, or another one, in the other. */
  function countChanged(before: readonly PersonAnswer[], after: readonly PersonAnswer[]) {
    const [old, next] = [byPerson(before), byPerson(after)];
    return [...new Set([...old.keys(), ...next.keys()])].filter((id) => old.get(id) !== next.get(id)).length;
  }
  const expectNobodyAlone = (changed: number) =>
    expect(changed === 0 || changed >= CHANGED_TOGETHER, `${changed} people changed`).toBe(true);

  test('changes with one more answer by five people at once or not at all, whoever answered before', () => {
    fc.assert(
      fc.property(history, (answers) => {
        for (const [index, { answeredAt }] of answers.entries())
          expectNobodyAlone(
            countChanged(
              listShownAnswers(answers.slice(0, index), answeredAt),
              listShownAnswers(answers.slice(0, index + 1), answeredAt),
            ),
          );
      }),
    );
  });

  test('changes while answers become too old by five people at once or not at all', () => {
    fc.assert(
      fc.property(history, (answers) => {
        for (const { answeredAt } of answers) {
          const end = answeredAt.getTime() + VALUE_DAYS * DAY_MS;
          expectNobodyAlone(
            countChanged(
              listShownAnswers(answers, new Date(end - 1)),
              listShownAnswers(answers, new Date(end)),
            ),
          );
        }
      }),
    );
  });

  test('has each person once, and all but four people with their last answer of 90 days', () => {
    fc.assert(
      fc.property(history, fc.nat(200), (answers, days) => {
        const now = new Date((answers.at(-1)?.answeredAt.getTime() ?? 0) + days * DAY_MS);
        const shown = listShownAnswers(answers, now);
        expect(new Set(shown.map(({ userId }) => userId)).size).toBe(shown.length);
        expect(countAnswers(countShownAnswers(answers, now))).toBe(shown.length);
        const since = now.getTime() - VALUE_DAYS * DAY_MS;
        const last = byPerson(answers.filter(({ answeredAt }) => answeredAt.getTime() > since));
        expect(countChanged([...last.values()], shown)).toBeLessThan(CHANGED_TOGETHER);
      }),
    );
  });

  test('has nothing of whoever deleted their account', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 20 }), (answers, deletedId) => {
        const now = answers.at(-1)?.answeredAt ?? new Date(0);
        const left = answers.filter(({ userId }) => userId !== deletedId);
        expect(byPerson(listShownAnswers(left, now)).has(deletedId)).toBe(false);
        expect(listShownAnswers(left, now).length).toBeLessThanOrEqual(byPerson(left).size);
      }),
    );
  });

  describe('of parts', () => {
    /** Weeks and who handed out, of which one is not recorded. */
    const getParts = [
      ({ answeredAt }: PersonAnswer) => String(Math.floor(answeredAt.getTime() / (14 * DAY_MS))),
      ({ userId }: PersonAnswer) => [null, 'Rui', 'Ana'][userId % 3] ?? null,
    ];

    test('is never that of one to four people, nor leaves so few of the pack', () => {
      fc.assert(
        fc.property(history, fc.constantFrom(...getParts), (answers, getPart) => {
          for (const [index, { answeredAt }] of answers.entries()) {
            const before = listShownParts(answers.slice(0, index), answeredAt, getPart);
            const whole = listShownAnswers(answers.slice(0, index + 1), answeredAt);
            const after = listShownParts(answers.slice(0, index + 1), answeredAt, getPart);
            const inParts = new Set([...after.values()].flat());
            if (after.size > 0) expectNobodyAlone(whole.filter((answer) => !inParts.has(answer)).length);
            for (const [part, shown] of after) {
              expect(shown.length).toBeGreaterThanOrEqual(CHANGED_TOGETHER);
              expect(new Set(shown.map(({ userId }) => userId)).size).toBe(shown.length);
              const earlier = before.get(part);
              if (earlier) expectNobodyAlone(countChanged(earlier, shown));
            }
          }
        }),
      );
    });

    test('does not tell what the only one of a week said', () => {
      const minute = (index: number) => new Date(Date.UTC(2026, 10, 12, 20, index));
      const answers = [...Array<'about'>(4).fill('about'), 'less' as const, 'about' as const].map(
        (answer, index) => ({
          userId: index,
          answer,
          answeredAt: minute(index),
          week: index === 4 ? 'A' : 'B',
        }),
      );
      expect(countShownAnswers(answers, minute(9))).toEqual({ more: 0, about: 4, less: 1 });
      expect(listShownParts(answers, minute(9), ({ week }) => week)).toEqual(new Map());
    });

    test('joined to that of a shop is of packs with five people and more, each once', () => {
      fc.assert(
        fc.property(fc.array(history, { maxLength: 4 }), (histories) => {
          const now = new Date(Date.UTC(2027, 0, 1));
          const shown = histories.map((answers) => listShownAnswers(answers, now));
          const joined = joinShownAnswers(shown);
          expect(byPerson(joined).size).toBe(joined.length);
          for (const answers of shown)
            if (answers.length < CHANGED_TOGETHER)
              for (const answer of answers) expect(joined).not.toContain(answer);
        }),
      );
    });
  });

  test('stays what the others said when somebody takes back or changes an answer that keeps its place', () => {
    fc.assert(
      fc.property(history, fc.nat(), fc.constantFrom(null, 'less' as const), (answers, at, answer) => {
        if (answers.length === 0) return;
        const now = answers.at(-1)!.answeredAt;
        const changed = answers[at % answers.length]!;
        const others = (rows: readonly PersonAnswer[]) =>
          new Set(listShownAnswers(rows, now).filter((row) => row.userId !== changed.userId));
        expect(others(answers.map((row) => (row === changed ? { ...row, answer } : row)))).toEqual(
          others(answers),
        );
      }),
    );
  });
});
