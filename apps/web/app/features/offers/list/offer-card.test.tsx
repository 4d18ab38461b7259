import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildOffer, fakeApi, settleRequests } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { readStored, safeSessionStorage, writeStored } from '../../../lib/storage/storage.ts';
import { CompactOfferCard } from '../map/offer-carousel.tsx';
import type { Offer } from '../offers.api.ts';
import { getDistrict, OfferCard } from './offer-card.tsx';
import { OffersHeading, ScopedOfferList } from './offer-list.tsx';

const offer = buildOffer({
  name: 'Cesto de fim de tarde',
  photos: [{ path: '/media/a.webp', srcset: '' }],
  distance: 350,
});

const renderCard = (overrides: Partial<Offer> = {}) =>
  renderInLanguage('pt', <OfferCard offer={{ ...offer, ...overrides }} />);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});

test('card, link and heart are labelled with the name of the product', () => {
  renderCard();
  expect(screen.getByRole('article', { name: 'Cesto de fim de tarde' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Cesto de fim de tarde' })).toHaveAttribute('href', '/offers/7');
  expect(
    screen.getByRole('button', { name: 'Favorito: Cesto de fim de tarde', pressed: false }),
  ).toBeVisible();
  expect(screen.getByText('Padaria Aurora · Chiado')).toBeVisible();
  expect(screen.getByText('novo')).toBeVisible();
});

test('names that run from right to left are isolated from the text around them', () => {
  renderCard({ name: 'מאפייה', sale_place: { ...offer.sale_place, name: 'קפה' } });
  expect(screen.getByRole('button', { name: 'Favorito: \u2068מאפייה\u2069', pressed: false })).toBeVisible();
  expect(screen.getByText('\u2068קפה\u2069 · Chiado')).toBeVisible();
});

test.each([
  [350, 'walk'],
  [2000, 'walk'],
  [2001, 'map-pin'],
])('%i metres have the sign of a %s', (distance, name) => {
  const { container } = renderCard({ distance });
  expect(container.querySelectorAll('.tabler-icon-walk, .tabler-icon-map-pin')).toHaveLength(1);
  expect(container.querySelector(`.tabler-icon-${name}`)).not.toBeNull();
});

test.each([
  [3, 'Restam 3'],
  [1, 'Só resta 1'],
  [0, 'Esgotado'],
])('%i left reads %s', (quantity, text) => {
  renderCard({ quantity });
  expect(screen.getByText(text)).toBeVisible();
});

type Allocation = NonNullable<Offer['allocation']>;

const draw: Allocation = {
  mode: 'draw',
  waiting: 0,
  public_sale_at: '2026-11-20T18:30:00Z',
  can_wait: false,
  mine: null,
  draw: { id: 1, state: 'open', closes_at: '2026-11-20T13:00:00Z', entries: 34, units: 3 },
};
const waitlist: Allocation = { ...draw, mode: 'waitlist', draw: null, waiting: 5, can_wait: true };
const mine = { entry_id: null, rank: null, place: null, offer_expires_at: null, price_cents: 399 };

test.each<[text: string, allocation: Allocation]>([
  ['Sorteio', draw],
  ['Estás no sorteio', { ...draw, mine: { ...mine, state: 'entered' } }],
  ['Lista de espera', waitlist],
  ['3.º lugar na fila', { ...waitlist, mine: { ...mine, state: 'waiting', place: 3 } }],
  [
    'É a tua vez',
    {
      ...waitlist,
      mine: { ...mine, state: 'offered', offer_expires_at: '2026-11-20T12:10:00Z' },
    },
  ],
])('both cards say: %s', (text, allocation) => {
  const quantity = allocation.mode === 'draw' ? 3 : 0;
  for (const Card of [OfferCard, CompactOfferCard]) {
    const { unmount } = renderInLanguage('pt', <Card offer={{ ...offer, quantity, allocation }} />);
    expect(screen.getByText(text)).toBeVisible();
    if (allocation.mine?.state === 'offered') expect(screen.queryByText('Esgotado')).toBeNull();
    unmount();
  }
});

async function pressFavourite(reply: { status?: number; body?: unknown } | 'networkError') {
  writeStored('token', 'token');
  const api = fakeApi({
    '/products': [{ body: { data: [offer], next_cursor: null } }],
    '/fav_product/7': [reply],
  });
  renderInLanguage('pt', <ScopedOfferList scope={{}} empty={null} />);
  await userEvent.click(await screen.findByRole('button', { name: /Favorito/ }));
  await waitFor(() => expect(api.getBodies('/fav_product/7')).toEqual([{ is_favourite: true }]));
}

const CurrentPath = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

test('the heart of a guest asks to sign in and leads back', async () => {
  const { requests } = fakeApi({});
  renderInLanguage(
    'pt',
    <>
      <OfferCard offer={offer} />
      <CurrentPath />
    </>,
    '/offers?order=price',
  );
  await userEvent.click(screen.getByRole('button', { name: /Favorito/, pressed: false }));
  expect(screen.getByRole('status')).toHaveTextContent('/auth?next=%2Foffers%3Forder%3Dprice');
  expect(readStored('guestFavourite', safeSessionStorage)).toBe(7);
  expect(await settleRequests(requests)).toEqual([]);
});

test('the heart changes when the server reports success', async () => {
  await pressFavourite({ body: { data: { success: true, is_favourite: true } } });
  await screen.findByRole('button', { name: /Favorito/, pressed: true });
});

test('a list that was asked for before does not undo it', async () => {
  writeStored('token', 'token');
  fakeApi({ '/fav_product/7': [{ body: { data: { success: true, is_favourite: true } } }] });
  const key = ['offers', 'pt', {}];
  const list = { pages: [{ data: [offer], next_cursor: null }], pageParams: [null] };
  queryClient.setQueryData(key, list);
  renderInLanguage('pt', <OfferCard offer={offer} />);
  const reply = Promise.withResolvers<typeof list>();
  const fetching = queryClient.fetchQuery({ queryKey: key, queryFn: () => reply.promise, staleTime: 0 });
  const isFavourite = () => queryClient.getQueryData<typeof list>(key)!.pages[0]!.data[0]!.is_favourite;
  await userEvent.click(screen.getByRole('button', { name: /Favorito/ }));
  await waitFor(() => expect(isFavourite()).toBe(true));
  reply.resolve(structuredClone(list));
  await fetching;
  expect(isFavourite()).toBe(true);
});

test.each([
  ['says no', { body: { data: { success: false, is_favourite: false } } }],
  ['fails', { status: 500, body: { code: 10, message: 'x' } }],
  ['does not answer', 'networkError'] as const,
])('the heart stays when the server %s', async (_, reply) => {
  await pressFavourite(reply as 'networkError');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Favorito/ })).not.toHaveAttribute('aria-busy'),
  );
  expect(screen.getByRole('button', { name: /Favorito/ })).toHaveAttribute('aria-pressed', 'false');
});

test.each([
  // Four digits have no separator in Portugal.
  ['pt', 1353, true, /^1353 packs à espera em Lisboa, num raio de 25\skm\.$/],
  ['en', 1353, true, /^1,353 packs waiting within 25\skm of Lisboa\.$/],
  ['ru', 1353, true, /^Тебя ждут 1\s353 пакета в радиусе 25\sкм: Lisboa\.$/],
  ['pt', 31_000, false, /^Mais de 31\s000 packs à espera em Lisboa, num raio de 25\skm\.$/],
  ['en', 31_000, false, /^Over 31,000 packs waiting within 25\skm of Lisboa\.$/],
  ['ru', 31_000, false, /^Тебя ждёт больше 31\s000 пакетов в радиусе 25\sкм: Lisboa\.$/],
] as const)(
  'the greeting has the number of the landing page, not that of the loaded pages (%s)',
  async (language, unitCount, is_exact, text) => {
    const summary = { city: 'Lisboa', packs: unitCount, places: 214, is_exact, price_from: 2.99, offers: [] };
    fakeApi({
      '/products': [{ body: { data: [offer], next_cursor: 'more' } }],
      '/products_now': [{ body: { data: summary } }],
    });
    renderInLanguage(language, <OffersHeading name="Marta" query={{}} />);
    expect(await screen.findByText(text)).toBeVisible();
  },
);

test('a cached offer whose window is over is unavailable and not counted', async () => {
  const later = { ...offer, id: 8, quantity: 1, pickup_end: '2026-11-20T20:00:00.000Z' };
  fakeApi({ '/products': [{ body: { data: [offer, later], next_cursor: null } }] });
  const open = () =>
    renderInLanguage(
      'en',
      <>
        <OffersHeading name="Marta" query={{}} />
        <OfferCard offer={offer} />
      </>,
    );
  const { unmount } = open();
  expect(await screen.findByText(/^4 packs waiting/)).toBeVisible();
  expect(screen.getByText('3 left')).toBeVisible();
  unmount();
  vi.setSystemTime('2026-11-20T19:00:00Z');
  open();
  expect(await screen.findByText(/^1 pack waiting/)).toBeVisible();
  expect(screen.getByText('Sold out')).toBeVisible();
  expect(screen.queryByText('3 left')).toBeNull();
});

describe('district of an address', () => {
  test.each([
    ['Rua Augusta 93, Baixa, 1100-048 Lisboa', 'Baixa'],
    ['Rua Augusta 93, 1100-048 Lisboa', 'Rua Augusta 93'],
    ['Rua Augusta 93', 'Rua Augusta 93'],
    ['Rua Augusta 93, 2.º, 1100-048, Lisboa', 'Rua Augusta 93'],
    ['', ''],
  ])('%s → %s', (address, district) => {
    expect(getDistrict(address)).toBe(district);
  });
});
