import { screen, within } from '@testing-library/react';
import { languages } from '@wopack/domain';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import type { TrustNight } from '../../features/ledger/trust.api.ts';
import { TrustView } from '../../features/ledger/trust-view.tsx';
import { TrustLink } from '../../ui/links.tsx';
import { Component as TrustPage } from './trust.tsx';

const call = mockCalls();

const night: TrustNight = {
  night: '2026-12-10',
  recorded_at: '2026-12-10T04:37:00.000Z',
  compared_at: '2026-12-10T03:57:00.000Z',
  verdict: 'covered',
  difference_count: 0,
  sellers_cents: 50_000,
  partners_cents: 2_000,
  buyers_cents: 399,
  held_cents: 60_000,
  at_provider_cents: 7_000,
  in_transit_cents: 800,
  taken_cents: 30_000,
  provider_taken_cents: 30_000,
  accounts_cents: 7_000,
  provider_accounts_cents: 7_000,
};

test('the last night is covered, with what is owed, what is there, and both sides of the comparison', () => {
  renderInLanguage('en', <TrustView nights={[night]} />);
  expect(screen.getByRole('heading', { name: 'Covered' })).toBeVisible();
  expect(screen.getByText(/agree with the records of the payment provider/)).toBeVisible();
  expect(screen.getByText('Together').nextSibling).toHaveTextContent('523.99');
  expect(screen.getByText('More than what is owed').nextSibling).toHaveTextContent('76.01');
  const compared = screen.getByRole('table', { name: 'Compared with the provider' });
  expect(within(compared).getAllByRole('row')).toHaveLength(3);
});

test.each([
  ['short', { held_cents: 50_000 }, /there is less than what is owed/],
  ['differences', { difference_count: 2 }, /found 2 differences/],
  ['not_compared', {}, /too old/],
] as const)('%s is said to be not covered, in words', (verdict, changes, words) => {
  renderInLanguage('en', <TrustView nights={[{ ...night, ...changes, verdict }]} />);
  expect(screen.getByRole('heading', { name: 'Not covered' })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});

test('what is missing is named as missing, and accounts without a comparison have no row', () => {
  const short = { ...night, verdict: 'short', held_cents: 50_000 } as const;
  renderInLanguage(
    'en',
    <TrustView nights={[{ ...short, accounts_cents: null, provider_accounts_cents: null }]} />,
  );
  expect(screen.getByText('Missing').nextSibling).toHaveTextContent('23.99');
  expect(screen.getByText(/No account of a seller or partner/)).toBeVisible();
});

test('each night is a row with its result', () => {
  const nights = [
    night,
    { ...night, night: '2026-12-09', verdict: 'differences', difference_count: 1 } as const,
  ];
  renderInLanguage('en', <TrustView nights={nights} />);
  const rows = within(screen.getByRole('table', { name: 'The last nights' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Night'),
    expect.stringMatching(/10.*Covered/),
    expect.stringMatching(/9.*Not covered/),
  ]);
});

test.each(languages)('before the first night it says so, in %s', async (language) => {
  call.mockResolvedValue({ data: { nights: [] } });
  renderInLanguage(language, <TrustPage />);
  expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent(
    { en: 'No night yet', pt: 'Ainda sem noites', ru: 'Ночей пока нет' }[language],
  );
});

test('the footer links it only where it is published', () => {
  const { unmount } = renderInLanguage('en', <TrustLink isPublished={false} />);
  expect(screen.queryByRole('link')).toBeNull();
  unmount();
  renderInLanguage('en', <TrustLink isPublished />);
  expect(screen.getByRole('link')).toHaveAttribute('href', '/trust');
});
