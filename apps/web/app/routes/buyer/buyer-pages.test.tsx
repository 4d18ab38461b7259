import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildOffer, buildOrder, fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { LayoutOptionsProvider } from '../../lib/layout-options.tsx';
import { writeStored } from '../../lib/storage/storage.ts';
import { Component as OffersPage } from './offers.tsx';
import { Component as OrderSuccessPage } from './order-success.tsx';
import { Component as SalePlacePage } from './sale-place.tsx';

describe('order success', () => {
  test.each([
    ['pt', 'Cesto já está guardado na Padaria Rita.'],
    ['en', 'Cesto is kept for you at Padaria Rita.'],
    ['ru', '«Cesto» отложен для тебя: Padaria Rita.'],
  ] as const)(
    'where the pack is stands in the sentence as the language has it (%s)',
    async (language, text) => {
      const order = buildOrder();
      const data = { ...order, sale_place: { ...order.sale_place, name: 'Padaria Rita' } };
      fakeApi({
        '/orders/42': [{ body: { data } }],
        '/orders': [{ body: { data: [data], next_cursor: null } }],
      });
      renderInLanguage(
        language,
        <Routes>
          <Route path="/orders/:id/success" element={<OrderSuccessPage />} />
        </Routes>,
        '/orders/42/success',
      );
      expect(await screen.findByText(text, { exact: false })).toBeVisible();
    },
  );

  test('after payment the history is requested, so that the order is available offline', async () => {
    const api = fakeApi({
      '/orders/42': [{ body: { data: buildOrder() } }],
      '/orders': [{ body: { data: [buildOrder()], next_cursor: null } }],
    });
    renderInLanguage(
      'en',
      <Routes>
        <Route path="/orders/:id/success" element={<OrderSuccessPage />} />
      </Routes>,
      '/orders/42/success',
    );
    expect(await screen.findByRole('link', { name: 'Open the ticket' })).toHaveAttribute(
      'href',
      '/orders/42',
    );
    await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/api/v1/orders');
  });
});

describe('offers', () => {
  test('the map is headed by the city of the account, as the server names it', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    writeStored('token', 'mine');
    writeStored('offersView', 'map');
    fakeApi({
      '/me': [{ body: { data: { name: 'Marta', city: 'Лиссабон', latitude: 38.71, longitude: -9.14 } } }],
    });
    renderInLanguage('ru', <OffersPage />, '/offers');
    expect(await screen.findByRole('heading', { level: 1, name: 'Лиссабон' })).toBeVisible();
  });
});

describe('sale place', () => {
  const salePlace = {
    id: 7,
    name: 'Forno da Sé',
    description: 'Pão desde 1932.',
    language: 'pt',
    logo: null,
    phone: '+351 210 000 018',
    address: 'Rua da Trindade 18, Lisboa',
    latitude: 38.7123,
    longitude: -9.1416,
    time_zone: 'Europe/Lisbon',
    rating: 4.6,
    rating_count: 23,
    categories: [{ id: 1, slug: 'bakery', name: 'Bakery' }],
    paused: false,
    photos: [{ path: '/media/a.webp', srcset: '' }],
    pickup_hours: [
      { weekday: 'mon', time_start: '08:00', time_end: '09:00' },
      { weekday: 'mon', time_start: '17:30', time_end: '19:00' },
      { weekday: 'sun', time_start: '23:30', time_end: '00:30' },
    ],
    seller: { id: 3, name: 'Forno, Lda.', address: 'Rua B 2', country: 'PT' },
  };
  const offer = buildOffer({
    id: 5,
    rating: 4.6,
    rating_count: 23,
    pickup_start: '2026-11-23T17:30:00Z',
    pickup_end: '2026-11-23T19:00:00Z',
    sale_place: {
      id: 7,
      name: 'Forno da Sé',
      address: 'Rua da Trindade 18, Lisboa',
      time_zone: 'Europe/Lisbon',
    },
  });
  const review = {
    id: 1,
    stars: 5,
    text: 'Muito bom.',
    created_at: '2026-11-20T18:00:00Z',
    author: 'Ana',
    product: { id: 5, name: 'Cesto' },
    sale_place: { id: 7, name: 'Forno da Sé' },
    reply: { text: 'Obrigada.', language: 'pt', created_at: '2026-11-21T09:00:00Z' },
  };
  const replies = {
    '/sale_places/7': [{ body: { data: salePlace } }],
    '/sale_places/7/reviews': [{ body: { data: [review], next_cursor: null } }],
    '/products': [{ body: { data: [offer], next_cursor: null } }],
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
  });

  const renderPage = (language: 'en' | 'pt' | 'ru' = 'en') =>
    renderInLanguage(
      language,
      <LayoutOptionsProvider>
        <Routes>
          <Route path="/sale-places/:id" element={<SalePlacePage />} />
        </Routes>
      </LayoutOptionsProvider>,
      '/sale-places/7',
    );

  test('has the reply of the shop below a review, which can be reported by itself', async () => {
    const { getBodies } = fakeApi({ ...replies, '/content_reports': [{ body: { data: { id: 1 } } }] });
    renderPage();
    expect(await screen.findByText('Obrigada.')).toHaveAttribute('lang', 'pt');
    expect(screen.getByText('Reply of Forno da Sé')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Cesto, Forno da Sé$/ }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'What is wrong?' }), 'An insult.');
    await userEvent.type(screen.getByRole('textbox', { name: /mail/ }), 'reader@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(getBodies('/content_reports')).toMatchObject([{ subject_kind: 'review_reply', subject_id: 1 }]),
    );
  });

  test('marks the language of a description that its seller has not translated', async () => {
    fakeApi(replies);
    renderPage('ru');
    expect(await screen.findByText('Pão desde 1932.')).toHaveAttribute('lang', 'pt');
  });

  test('shows packs, hours, reviews, the way there, and the legal entity in small print', async () => {
    fakeApi(replies);
    renderPage();
    expect(await screen.findByText('average of this shop’s ratings')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Forno da Sé' })).toBeVisible();
    expect(screen.getByRole('article', { name: 'Cesto' })).toBeVisible();
    expect(screen.getByText('Muito bom.')).toBeVisible();
    expect(screen.getByText('Sold by Forno, Lda.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'All shops of this seller' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Call: +351 210 000 018' })).toHaveAttribute(
      'href',
      'tel:+351210000018',
    );

    const hours = within(screen.getByRole('region', { name: 'Pickup hours' }));
    expect(hours.getAllByRole('term').map((day) => day.textContent)).toHaveLength(7);
    const [monday, tuesday] = hours.getAllByRole('definition');
    expect(monday).toHaveTextContent('08:00–09:0017:30–19:00');
    expect(tuesday).toHaveTextContent('no pickup');
    expect(monday!.parentElement).toHaveAttribute('aria-current', 'date');
    expect(tuesday!.parentElement).not.toHaveAttribute('aria-current');
  });

  test('directions open a choice of maps, and Escape closes it', async () => {
    fakeApi(replies);
    renderPage();
    const button = await screen.findByRole('button', { name: 'How to get there' });
    expect(screen.queryByRole('link', { name: /Google Maps/ })).toBeNull();
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    const urls = ['Google Maps', 'Apple Maps', 'OpenStreetMap'].map((name) =>
      screen.getByRole('link', { name: new RegExp(name) }).getAttribute('href'),
    );
    expect(urls).toEqual([
      'https://www.google.com/maps/dir/?api=1&destination=38.7123%2C-9.1416',
      'https://maps.apple.com/?daddr=38.7123%2C-9.1416',
      'https://www.openstreetmap.org/directions?to=38.7123%2C-9.1416#map=16/38.7123/-9.1416',
    ]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: /Google Maps/ })).toBeNull();
  });

  test('users see the way to all shops of the seller', async () => {
    writeStored('token', 'token');
    fakeApi(replies);
    renderPage('pt');
    expect(await screen.findByRole('link', { name: 'Todas as lojas deste vendedor' })).toHaveAttribute(
      'href',
      '/sellers/3',
    );
  });

  test.each([
    ['pt', 'em pausa', 'Esta loja está em pausa. Os packs voltam quando ela reabrir.'],
    ['en', 'paused', 'This shop is paused. Its packs come back when it reopens.'],
    ['ru', 'на паузе', 'Заведение на паузе. Пакеты вернутся, когда оно откроется.'],
  ] as const)('a paused one says that it is: %s', async (language, state, text) => {
    const paused = { ...salePlace, paused: true, photos: [], pickup_hours: [] };
    fakeApi({
      ...replies,
      '/sale_places/7': [{ body: { data: paused } }],
      '/products': [{ body: { data: [], next_cursor: null } }],
    });
    renderPage(language);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(state)).toBeVisible();
  });

  test('with fewer than three ratings it is new, whatever these say', async () => {
    const rated = { ...salePlace, rating: 2, rating_count: 1 };
    fakeApi({ ...replies, '/sale_places/7': [{ body: { data: rated } }] });
    renderPage('en');
    expect(await screen.findByText('new')).toBeVisible();
    expect(screen.queryByText('average of this shop’s ratings')).toBeNull();
  });

  test('without packs, hours and ratings it says so', async () => {
    const empty = { ...salePlace, photos: [], pickup_hours: [], rating: null, rating_count: 0 };
    fakeApi({
      ...replies,
      '/sale_places/7': [{ body: { data: empty } }],
      '/sale_places/7/reviews': [{ body: { data: [], next_cursor: null } }],
      '/products': [{ body: { data: [], next_cursor: null } }],
    });
    renderPage('ru');
    expect(await screen.findByText('Сейчас выдача не запланирована.')).toBeVisible();
    expect(
      screen.getByText('Сейчас ничего не продаётся. Пакеты вернутся к следующему дню выдачи.'),
    ).toBeVisible();
    expect(screen.getByText('новое')).toBeVisible();
    expect(screen.queryByText('на паузе')).toBeNull();
    expect(screen.queryByText('среднее по оценкам этого заведения')).toBeNull();
  });

  test('the address of one that was handed over leads to the one that took its place', async () => {
    const next = { body: { data: { ...salePlace, id: 8, name: 'Forno Novo' } } };
    const api = fakeApi({ ...replies, '/sale_places/7': [next], '/sale_places/8': [next] });
    renderPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Forno Novo' })).toBeVisible();
    expect(api.requests.map(({ path }) => path)).toContain('/api/v1/sale_places/8');
  });

  test('a missing sale place leads to offers', async () => {
    fakeApi({ '/sale_places/7': [{ status: 404, body: { code: 4, message: 'x' } }] });
    renderPage();
    expect(await screen.findByRole('heading', { name: 'There is no such shop.' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See offers' })).toHaveAttribute('href', '/offers');
  });

  test('what did not load can be tried again', async () => {
    fakeApi({ ...replies, '/sale_places/7': ['networkError', { body: { data: salePlace } }] });
    renderPage();
    await userEvent.click(await screen.findByRole('button', { name: /Try again/ }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Forno da Sé' })).toBeVisible());
  });
});
