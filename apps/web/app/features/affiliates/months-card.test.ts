import { buildQrPath, buildQrPng } from '@wopack/ui/images/qr-code.tsx';
import { expect, test, vi } from 'vitest';
import type { AffiliateMonth } from './affiliates.api.ts';
import { getPayoutNote, listLastMonths } from './months-card.tsx';

const createMonth = (
  month: string,
  amount_cents: number,
  state: AffiliateMonth['state'],
): AffiliateMonth => ({
  month,
  amount_cents,
  state,
  shares: 1,
  hundredths: amount_cents * 100,
  credited_at: null,
});

test('months without a credit count as zero, across the turn of the year', () => {
  const rows = [
    createMonth('2027-01', 19, 'open'),
    createMonth('2026-11', 58, 'credited'),
    createMonth('2026-05', 7, 'paid_out'),
  ];
  expect(
    listLastMonths(rows, 4).map(({ month, amount_cents, state }) => [month, amount_cents, state]),
  ).toEqual([
    ['2026-10', 0, 'none'],
    ['2026-11', 58, 'credited'],
    ['2026-12', 0, 'none'],
    ['2027-01', 19, 'open'],
  ]);
  expect(listLastMonths([], 4)).toEqual([]);
});

test.each([
  [0, 0, 'none'],
  [58, 58, 'little'],
  [5800, 999, 'little'],
  [5800, 1000, 'waiting'],
  [58, 0, 'done'],
  [-19, -19, 'negative'],
])('%d credited, %d owed: %s', (credited_cents, owed_cents, note) =>
  expect(getPayoutNote({ credited_cents, owed_cents, payout_minimum_cents: 1000 })).toBe(note),
);

test('the code as PNG has the modules of the SVG, in pixels for print', async () => {
  const fillRect = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
  ) {
    done(new Blob([`${this.width}`], { type: 'image/png' }));
  });
  const link = 'https://wopack.example/?ref=PAULA';
  const { size, path } = buildQrPath(link, 'quartile', 4);
  const blob = await buildQrPng(link, 'quartile', 4);
  expect(blob.type).toBe('image/png');
  expect(await blob.text()).toBe(String(size * 32));
  const [background, ...modules] = fillRect.mock.calls;
  expect(background).toEqual([0, 0, size * 32, size * 32]);
  expect(modules.map(([x, y]) => `M${x / 32} ${y / 32}h1v1h-1z`).join('')).toBe(path);
});
