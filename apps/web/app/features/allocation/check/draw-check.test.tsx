import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { writeStored } from '../../../lib/storage/storage.ts';
import type { PublicDraw } from '../allocation.api.ts';
import { DrawCheckView } from './draw-check.tsx';

/** Computed by Python's hashlib and hmac. */
const draw: PublicDraw = {
  id: 2214,
  state: 'drawn',
  units: 2,
  entries: 3,
  opened_at: '2026-11-20T16:12:00Z',
  closes_at: '2026-11-20T17:12:00Z',
  closed_at: '2026-11-20T17:12:00Z',
  drawn_at: '2026-11-20T17:12:01Z',
  pickup_start: '2026-11-20T18:30:00Z',
  pickup_end: '2026-11-20T19:30:00Z',
  product: { id: 7, name: 'Doces da montra' },
  sale_place: { id: 1, name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' },
  beacon: null,
  seed: 'e7eee7615ef35f30e49b482e15cae75007201e12617b0feda7e1647796ff022b',
  seed_hash: '2ef10bcdcda2859723e493d27a5aeed5c0d93a2652ab6d9a2028a03424ec96a7',
  list_hash: '2b49b7fae2ed413a45c8979ca3ab57621dd9e0cf23043a70b3fa26f57314dfed',
  key: 'a0a433ef28161549faebff2d51132e1bf3bf0bdcd5488be1fcdacc2dd9f21f11',
  list: [
    {
      id: '4105cca7-b533-42fc-954c-d2aad7185dda',
      random: 'a175930f2337cd3794c52208006d6b1a',
      rank: 3,
      hmac: '880fde651b2c6e8032b267cfc5f27eefaf3838b6eeed56dc0fc44cc7a1921f2e',
    },
    {
      id: '6822a6b2-4735-4f1c-a7a1-149075139237',
      random: 'f0c0cbd625658aac2c9faa07d13c447e',
      rank: 2,
      hmac: '58398362f3eb62fee4215cb70e44d9f8c6cd591c5d03a61e3119b37c5817ab93',
    },
    {
      id: 'ee82ec3f-fee5-45b2-8d1f-e1daff666589',
      random: '33051eeef95a60e56143d6c43bcad76c',
      rank: 1,
      hmac: '15794ee4367db92122866dd03a475c06a0fe237342483c057c81507b13960706',
    },
  ],
};

function renderDraw(shown: PublicDraw) {
  renderInLanguage('en', <DrawCheckView draw={shown} />);
}

const listRows = () => screen.getAllByRole('row').slice(1);

test('a draw is recomputed here and matches; all that was published is shown', async () => {
  fakeApi({});
  renderDraw(draw);
  expect(
    await screen.findByRole('heading', { name: 'Recomputed in your browser: it matches.' }),
  ).toBeVisible();
  expect(screen.getByText(/^A random number is sealed before anybody enters/)).toBeVisible();
  expect(screen.getByText(/3 of 3 entries come out in the published order/)).toBeVisible();
  for (const value of [draw.seed_hash, draw.list_hash!, draw.seed!, draw.key!])
    expect(screen.getByText(value)).toBeVisible();
  expect(listRows().map((row) => within(row).getAllByRole('cell')[3]!.textContent)).toEqual([
    'Pack',
    'Pack',
    '1st in line',
  ]);
  expect(screen.getByText(/printf %s .* openssl dgst -sha256 -mac HMAC/s)).toBeVisible();
  expect(screen.getByText(/We knew the seed, and this draw had no beacon/)).toBeVisible();
});

test('a tampered draw does not match, says which row, and keeps the values', async () => {
  fakeApi({});
  const list = draw.list!.map((entry) => ({
    ...entry,
    rank: entry.rank! === 1 ? 3 : entry.rank! === 3 ? 1 : 2,
  }));
  renderDraw({ ...draw, list });
  expect(
    await screen.findByRole('heading', { name: 'Recomputed in your browser: it does not match.' }),
  ).toBeVisible();
  expect(screen.getByText('differs from rank 1 on')).toBeVisible();
  expect(screen.getByRole('link', { name: /^feedback@/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:feedback@/),
  );
  expect(screen.getByText('the seed gives this')).toBeVisible();
  expect(screen.getByText(draw.key!)).toBeVisible();
});

test('before closing only the commitment is shown', async () => {
  fakeApi({});
  const hidden = { list: null, list_hash: null, seed: null, key: null, closed_at: null, drawn_at: null };
  renderDraw({ ...draw, ...hidden, state: 'open' });
  expect(
    await screen.findByRole('heading', { name: 'Not closed yet: only the seal can be seen.' }),
  ).toBeVisible();
  expect(screen.getByText(draw.seed_hash)).toBeVisible();
  expect(screen.getAllByText('Published after closing')).toHaveLength(3);
  expect(screen.getByText('The ranking comes after closing.')).toBeVisible();
  expect(screen.queryByText(/openssl/)).toBeNull();
});

test('of a draw that was cancelled nothing more is announced', async () => {
  fakeApi({});
  const hidden = { list: null, list_hash: null, seed: null, key: null, closed_at: null, drawn_at: null };
  renderDraw({ ...draw, ...hidden, state: 'cancelled' });
  expect(await screen.findByRole('heading', { name: 'This draw did not take place.' })).toBeVisible();
  expect(screen.queryByText(/^Closed:/)).toBeNull();
  expect(screen.getAllByText('Not published')).toHaveLength(2);
  expect(screen.getByText('There is no ranking.')).toBeVisible();
  expect(screen.queryByText(/after closing/)).toBeNull();
  expect(screen.queryByText('not yet')).toBeNull();
});

test('the user’s own entry is marked, and the list can be opened', async () => {
  writeStored('token', 'a-token');
  const [entry] = draw.list!;
  fakeApi({ '/entries': [{ body: { data: [{ draw_id: 2214, entry_id: entry!.id, state: 'bought' }] } }] });
  renderDraw(draw);
  expect(await screen.findByText(/you$/, { selector: 'b' })).toBeVisible();
  expect(screen.queryByText(entry!.random)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show the list' }));
  expect(screen.getByText(entry!.random)).toBeVisible();
});
