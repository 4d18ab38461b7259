import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../test/render.tsx';
import { announce } from '../lib/browser/announce.ts';
import { useCountdown } from '../lib/browser/use-now.ts';
import { Timer } from './timer.tsx';

const NOW = new Date('2026-11-20T16:00:00Z');
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  document.querySelector('body > [aria-live=polite]')?.remove();
});

const readAloud = () => document.querySelector('body > [aria-live=polite]')?.textContent ?? null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Countdown({ minutes }: { minutes: number }) {
  const remainingMs = useCountdown(new Date(NOW.getTime() + minutes * MINUTE));
  return <Timer remainingMs={remainingMs} what="Time left" over="It is over." label="Time left" />;
}

test.each([
  ['en', 'Time left: 5 min'],
  ['pt', 'Time left: 5 min'],
  ['ru', 'Time left: 5 мин'],
] as const)(
  'five, two and one minute and the end are read out, nothing else (%s)',
  async (language, five) => {
    renderInLanguage(language, <Countdown minutes={6} />);
    const texts = [];
    for (let second = 0; second < 6 * 60; second++) {
      await pass(1_000);
      if (readAloud() !== texts.at(-1)) texts.push(readAloud());
    }
    expect(texts).toEqual(['', five, five.replace('5', '2'), five.replace('5', '1'), 'It is over.']);
    expect(screen.getByRole('timer', { name: 'Time left' })).toHaveAttribute('aria-live', 'off');
  },
);

test('what is left already is not read out at the beginning; after sleep only the latest', async () => {
  renderInLanguage('en', <Countdown minutes={4} />);
  await pass(1_000);
  expect(readAloud()).toBe('');
  vi.setSystemTime(NOW.getTime() + 3.5 * MINUTE);
  await pass(1_000);
  expect(readAloud()).toBe('Time left: 1 min');
});

test('the end is read out although what ends disappears before the last second', async () => {
  const { unmount } = renderInLanguage('en', <Countdown minutes={1} />);
  await pass(59_000);
  unmount();
  expect(readAloud()).toBe('It is over.');
});

test('leaving a page in time says nothing', async () => {
  const { unmount } = renderInLanguage('en', <Countdown minutes={4} />);
  await pass(30_000);
  unmount();
  expect(readAloud()).toBe('');
});

test('what happens again later is read out again, the same event once', async () => {
  announce('You can ask for the code again.');
  const region = document.querySelector('body > [aria-live=polite]')!;
  const first = region.firstChild;
  announce('You can ask for the code again.');
  expect(region.firstChild).toBe(first);
  await pass(30_000);
  announce('You can ask for the code again.');
  expect(region.firstChild).not.toBe(first);
});

test.each([
  [24 * 60 - 1, '23:59:00'],
  [29 * 60 + 29, '1d 5h'],
])('hours are counted within a day, beyond it days and hours (%i min)', (minutes, text) => {
  renderInLanguage('en', <Countdown minutes={minutes} />);
  expect(screen.getByRole('timer').textContent).toBe(text);
});

const folder = join(import.meta.dirname, '..');
const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

/** Where only differences between two times of the device count. */
const readsDeviceClock = [
  'lib/api/api.ts',
  'lib/browser/use-now.ts',
  'lib/live/subscribe-to-stream.ts',
  'lib/session/record-visit.ts',
  'lib/session/referral-code.ts',
  'features/orders/buyer-orders.api.ts',
  'start-service-worker.ts',
];

test('what time it is says the server, not the device', () => {
  const readers = sources.filter(({ text }) => /new Date\(\)|Date\.now\(\)/.test(text));
  expect(new Set(readers.map(({ path }) => path))).toEqual(new Set(readsDeviceClock));
});

test('no countdown is without announcements', () => {
  const withTimer = sources.filter(({ text }) => text.includes('role="timer"')).map(({ path }) => path);
  expect(withTimer).toEqual([join('ui', 'timer.tsx')]);
  const silent = sources.filter(
    ({ path, text }) =>
      /useCountdown\(/.test(text) && !text.includes('ui/timer.tsx') && !path.endsWith('use-now.ts'),
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});
