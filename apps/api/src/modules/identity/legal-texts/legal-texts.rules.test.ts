import { addDays, DAY_MS, getEarliestStart, type LegalText, legalTextVersions } from '@wopack/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allTexts,
  findAnnouncementRefusal,
  findTextState,
  listChangesFor,
  listVersionsToRecord,
  type StoredVersion,
} from './legal-texts.rules.ts';

const [NEW, OLD] = legalTextVersions.terms.map(({ version }) => version) as [string, string];
const at = (date: string) => new Date(`${date}T00:00:00Z`);
const NOW = at('2026-12-10');

const stored = (version: string, holdsFrom: Date, text: LegalText = 'terms'): StoredVersion => ({
  text,
  version,
  announced_at: holdsFrom < NOW ? holdsFrom : NOW,
  holds_from: holdsFrom,
});

/** A database whose users have agreed to the version before. */
const before = [stored(OLD, at(OLD))];

test('a new database has the newest version of each text at once', () => {
  const recorded = listVersionsToRecord([], NOW);
  expect(recorded.map(({ text, version }) => [text, version])).toEqual(
    allTexts.map((text) => [text, legalTextVersions[text][0]!.version]),
  );
  expect(listVersionsToRecord(recorded, NOW)).toEqual([]);
});

test('a version of substance waits for its announcement where an earlier one holds', () => {
  expect(listVersionsToRecord(before, NOW).filter(({ text }) => text === 'terms')).toEqual([]);
});

describe('an announcement', () => {
  const refusal = (version: string, holdsFrom: Date, rows = before) =>
    findAnnouncementRefusal(findTextState(rows, 'terms', NOW)!, { version, holdsFrom, now: NOW });

  test('is as far ahead as the version in force promises, and never less than 15 days', () => {
    expect(refusal(NEW, new Date(NOW.getTime() + 30 * DAY_MS - 1))).toBe('tooSoon');
    expect(refusal(NEW, new Date(NOW.getTime() + 30 * DAY_MS))).toBeNull();
    fc.assert(
      fc.property(fc.constantFrom(...allTexts), fc.string(), (text, version) => {
        expect(getEarliestStart(text, version, NOW).getTime() - NOW.getTime()).toBeGreaterThanOrEqual(
          15 * DAY_MS,
        );
      }),
    );
  });

  test('is of a newer version that exists, one at a time', () => {
    const later = at('2027-02-01');
    expect(refusal('2026-01-01', later)).toBe('unknown');
    expect(refusal(OLD, later)).toBe('notNewer');
    expect(refusal(NEW, later, [...before, stored(NEW, later)])).toBe('planned');
  });
});

describe('what a user is told', () => {
  const planned = [...before, stored(NEW, at('2027-01-15'))];
  const changes = (now: Date, confirmed: string[], rows = planned) =>
    listChangesFor(
      rows,
      { isPartner: false, confirmed: confirmed.map((version) => ({ text: 'terms', version })) },
      now,
    ).map(({ version, isInForce }) => [version, isInForce ? 'in force' : 'ahead']);

  test('is the planned version until it is accepted, and then the one in force', () => {
    expect(changes(NOW, [OLD])).toEqual([[NEW, 'ahead']]);
    expect(changes(NOW, [OLD, NEW])).toEqual([]);
    expect(changes(at('2027-01-15'), [OLD])).toEqual([[NEW, 'in force']]);
    expect(changes(at('2027-01-15'), [OLD, NEW])).toEqual([]);
  });

  test('is nothing in a database that has had one version only', () => {
    expect(changes(NOW, [], [stored(NEW, at('2026-12-01'))])).toEqual([]);
  });

  test("is nothing of partners' terms for others", () => {
    const rows = [
      stored('2026-11-20', at('2026-11-20'), 'affiliate'),
      stored('2026-12-20', at('2027-01-15'), 'affiliate'),
    ];
    expect(listChangesFor(rows, { isPartner: false, confirmed: [] }, NOW)).toEqual([]);
    expect(listChangesFor(rows, { isPartner: true, confirmed: [] }, NOW)).toMatchObject([
      { text: 'affiliate', needsAcceptance: true },
    ]);
  });
});

test('at each instant one version holds: the last that had begun', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(days, fc.integer({ min: -10, max: 410 }), (starts, day) => {
      const rows = starts.map((start) => {
        const date = addDays('2026-01-01', start);
        return stored(date, at(date));
      });
      const state = findTextState(rows, 'terms', at(addDays('2026-01-01', day)))!;
      const begun = starts.filter((start) => start <= day);
      const expected = begun.length > 0 ? Math.max(...begun) : Math.min(...starts);
      expect(state.inForce.version).toBe(addDays('2026-01-01', expected));
    }),
  );
});
