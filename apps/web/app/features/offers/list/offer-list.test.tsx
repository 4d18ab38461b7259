import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildOffer, fakeApi, mockServer } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { safeSessionStorage, useStored, writeStored } from '../../../lib/storage/storage.ts';
import { OfferControls, OfferSearchBox, useOffersView, ViewToggle } from '../filters/offer-controls.tsx';
import { useOfferFilters } from '../filters/offer-filters.ts';
import { LocationLink, type UserLocation } from '../filters/user-location.tsx';
import { OfferList, OffersHeading, useIncrementalCount } from './offer-list.tsx';

function TestList() {
  return <OfferList filters={useOfferFilters({ favouritesOnly: false, position: null })} />;
}

describe('list', () => {
  function renderList(...distances: (number | null)[]) {
    fakeApi({
      '/products': [
        { body: { data: distances.map((distance) => buildOffer({ distance })), next_cursor: null } },
      ],
    });
    renderInLanguage('ru', <TestList />, '/offers');
  }

  const emptyHeading = { name: 'Здесь пока тихо.' };

  test('with no offers nearby, shows a message, a link to other cities and the nearest offers', async () => {
    renderList(3_682_000);
    expect(await screen.findByRole('heading', emptyHeading)).toBeVisible();
    expect(screen.getByText(/^Рядом пакетов пока нет\. До ближайшего 3\s682\sкм\.$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Сменить город' })).toHaveAttribute(
      'href',
      '/account/change_city?next=%2Foffers',
    );
    expect(screen.getByRole('article', { name: 'Cesto' })).toBeVisible();
  });

  test.each([900, 25_000, null])('at %s metres no message is shown', async (distance) => {
    renderList(distance);
    expect(await screen.findByRole('article', { name: 'Cesto' })).toBeVisible();
    expect(screen.queryByRole('heading', emptyHeading)).toBeNull();
  });

  test('the greeting counts in the city of the account, not in one that is stored in the browser', async () => {
    const queries: string[] = [];
    mockServer.resetHandlers(
      http.get('*/products_now', ({ request }) => {
        queries.push(new URL(request.url).search);
        return HttpResponse.json({
          data: { city: 'Lisboa', packs: 7, places: 2, is_exact: true, price_from: 2.99, offers: [] },
        });
      }),
      http.get('*/products', () =>
        HttpResponse.json({ data: [buildOffer({ distance: 350 })], next_cursor: null }),
      ),
    );
    const porto = { latitude: 41.15, longitude: -8.61, sort: 'center' as const };
    const renderGreeting = (city?: string) =>
      renderInLanguage('en', <OffersHeading name="Marta" city={city} query={porto} />);
    const { unmount } = renderGreeting('Lisboa');
    expect(await screen.findByText(/^7 packs waiting/)).toBeVisible();
    unmount();
    renderGreeting();
    expect(await screen.findByText(/^7 packs waiting/)).toBeVisible();
    expect(queries).toEqual(['', '?latitude=41.15&longitude=-8.61']);
  });

  test('an empty list limited to diets and allergens says so, and names them', async () => {
    writeStored('food', { diets: ['vegan'], freeOf: ['nuts'], hasUnnamed: false }, safeSessionStorage);
    renderList();
    expect(await screen.findByRole('heading', { name: 'Подходящего сейчас нет.' })).toBeVisible();
    expect(screen.getByText(/^С твоими фильтрами: веганское, без аллергенов: .*орехи.*\.$/i)).toBeVisible();
  });

  test('an empty list also links to other cities', async () => {
    renderList();
    expect(await screen.findByRole('heading', emptyHeading)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Сменить город' })).toBeVisible();
  });

  /** `key`: of the history entry; the first entry has the key 'default'. */
  const createWrapper = (key?: string) => {
    return function Page({ children }: { children: ReactNode }) {
      const entry = { pathname: '/', ...(key && { key }) };
      const router = createMemoryRouter([{ path: '/', element: children }], { initialEntries: [entry] });
      return <RouterProvider router={router} />;
    };
  };

  test('the first list renders in steps until complete', async () => {
    const counts = new Set<number>();
    renderHook(() => counts.add(useIncrementalCount(20)), { wrapper: createWrapper() });
    await waitFor(() => expect([...counts]).toEqual([6, 12, 18, 24]));
  });

  test('navigation back renders the whole list at once', () => {
    const { result } = renderHook(() => useIncrementalCount(40), { wrapper: createWrapper('k3jd8s') });
    expect(result.current).toBe(40);
  });
});

describe('filters', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  });

  /** List and map have a box each for the same text. */
  function TestOffers() {
    const [text, setText] = useStored('searchProductText');
    const [view] = useOffersView();
    return (
      <>
        <OfferSearchBox key={view} value={text ?? ''} onChange={setText} />
        <ViewToggle />
      </>
    );
  }

  test('a text typed just before switching to the map is searched there', async () => {
    renderInLanguage('en', <TestOffers />);
    await userEvent.type(screen.getByRole('searchbox'), 'broa');
    await userEvent.click(screen.getByRole('radio', { name: 'Map' }));
    expect(screen.getByRole('searchbox')).toHaveValue('broa');
    expect(localStorage.getItem('searchProductText')).toBe('broa');
  });

  test('leaving without typing writes nothing', () => {
    const { unmount } = renderInLanguage('en', <TestOffers />);
    act(() => unmount());
    expect(localStorage.getItem('searchProductText')).toBeNull();
  });

  const position = { latitude: 38.71, longitude: -9.14 };
  const unknownLocation: UserLocation = {
    position: null,
    city: null,
    locating: false,
    error: null,
    requestLocation: async () => null,
    clearPosition: () => {},
  };

  test.each([
    // Neither 'near you' nor a city that is replaced a moment later.
    ['nothing while the city is not known yet', undefined, null, null, ''],
    ['an account without a city', '', null, null, 'Выбрать город'],
    ['its city', 'Лиссабон', null, null, 'Лиссабон'],
    ['where the person is', 'Лиссабон', position, null, 'Рядом'],
    ['where their IP address is', '', position, 'Порту', 'Порту'],
  ])('names %s', (_, city, position, ipCity, name) => {
    const userLocation = { ...unknownLocation, position, city: ipCity };
    renderInLanguage('ru', <LocationLink city={city} userLocation={userLocation} variant="pill" />);
    expect(screen.getByRole('link')).toHaveTextContent(new RegExp(`^Сменить город:${name}$`));
  });

  function TestScreen({ favouritesOnly }: { favouritesOnly: boolean }) {
    const filters = useOfferFilters({ favouritesOnly, position: null });
    return (
      <>
        <OfferControls filters={filters} userLocation={unknownLocation} />
        <output data-testid="query">{JSON.stringify(filters.query)}</output>
      </>
    );
  }

  const readQuery = () => JSON.parse(screen.getByTestId('query').textContent) as Record<string, unknown>;

  test('a text searched among offers is not searched among favourites, and the other way round', async () => {
    const offers = renderInLanguage('en', <TestScreen favouritesOnly={false} />);
    await userEvent.type(screen.getByRole('combobox', { name: 'Search packs' }), 'broa');
    await waitFor(() => expect(readQuery().searchProductText).toBe('broa'));
    expect(localStorage.getItem('searchProductText')).toBe('broa');
    offers.unmount();
    const favourites = renderInLanguage('en', <TestScreen favouritesOnly />);
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(readQuery().searchProductText).toBeUndefined();
    favourites.unmount();
    renderInLanguage('en', <TestScreen favouritesOnly={false} />);
    expect(readQuery().searchProductText).toBe('broa');
  });

  test('a text of an earlier session is not searched again', () => {
    writeStored('searchProductText', 'broa');
    renderInLanguage('en', <TestScreen favouritesOnly={false} />);
    expect(screen.getByRole('combobox', { name: 'Search packs' })).toHaveValue('');
    expect(readQuery().searchProductText).toBeUndefined();
  });

  test('a text that a link asks for is searched without former filters', () => {
    writeStored('filterByType', 3);
    renderInLanguage('pt', <TestScreen favouritesOnly={false} />, '/offers?search=padaria');
    expect(screen.getByRole('combobox', { name: 'Procurar packs' })).toHaveValue('padaria');
    expect(readQuery()).toEqual({ searchProductText: 'padaria', sort: 'center' });
    expect(localStorage.getItem('searchProductText')).toBe('padaria');
  });

  test('what is on is counted, and cleared in one press', async () => {
    renderInLanguage(
      'en',
      <TestScreen favouritesOnly={false} />,
      '/offers?search=broa&type=3&day=today&order=price',
    );
    expect(readQuery()).toMatchObject({
      filterByType: 3,
      searchProductText: 'broa',
      day: 'today',
      order: 'price',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Clear (3)' }));
    expect(readQuery()).toEqual({ order: 'price', sort: 'center' });
    expect(screen.queryByRole('button', { name: /^Clear \(/ })).toBeNull();
  });

  test('what a text was taken for, and what matches nothing, is said', async () => {
    const search = {
      ...{ text: 'sushi', dropped: ['tonight', 'cheap'], similar: [], day: null, hours: null },
      ...{ diets: [], free_of: ['nuts'], order: 'price', radius: 25_000 },
    };
    fakeApi({ '/products': [{ body: { data: [buildOffer({})], next_cursor: null, search } }] });
    renderInLanguage('en', <TestList />, '/offers?search=sushi+tonight+cheap');
    expect(
      await screen.findByText(
        /^Nothing for “.*tonight cheap.*”\. Showing: .*sushi · without .*nuts.* · Cheapest first · within 25.km\.$/,
      ),
    ).toBeVisible();
    expect(screen.getByText(/ask the shop before you buy/)).toBeVisible();
  });

  test('times of the clock are said in words of the language', async () => {
    const search = {
      ...{
        text: 'sushi',
        dropped: [],
        similar: [],
        day: 'today',
        hours: null,
        from: '18:00',
        until: '20:30',
      },
      ...{ diets: [], free_of: [], order: null, radius: null },
    };
    fakeApi({ '/products': [{ body: { data: [buildOffer({})], next_cursor: null, search } }] });
    renderInLanguage('pt', <TestList />, '/offers?search=sushi+hoje+das+18h+às+20h30');
    expect(
      await screen.findByText(/^A mostrar: .*sushi · Hoje · A partir das 18:00 · Antes das 20:30\.$/),
    ).toBeVisible();
  });

  test('a word of similar spelling is said, with the way to the one that was typed and back', async () => {
    const similar = [{ typed: 'suchi', used: 'sushi' }];
    const search = {
      ...{ text: 'sushi', dropped: ['suchi'], similar, day: null, hours: null },
      ...{ diets: [], free_of: [], order: null, radius: null },
    };
    mockServer.resetHandlers(
      http.get('*/products', ({ request }) => {
        const isExact = new URL(request.url).searchParams.get('exact') === 'yes';
        const data = isExact ? [] : [buildOffer({})];
        return HttpResponse.json({ data, next_cursor: null, search: isExact ? null : search });
      }),
    );
    renderInLanguage('en', <TestList />, '/offers?search=suchi');
    expect(await screen.findByText(/^No pack for “.*suchi.*”\. Showing “.*sushi.*”/)).toBeVisible();
    expect(screen.queryByText(/^Nothing for|^Showing:/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Search only for “.*suchi.*”$/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Search similar words too' }));
    expect(await screen.findByText(/^No pack for/)).toBeVisible();
  });

  test('order and pickup time stand in the query', async () => {
    renderInLanguage('en', <TestScreen favouritesOnly={false} />, '/offers?order=rating&day=never');
    expect(readQuery()).toEqual({ order: 'rating', sort: 'center' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pickup time' }), 'Tomorrow');
    expect(readQuery()).toEqual({ order: 'rating', day: 'tomorrow', sort: 'center' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Cheapest first');
    expect(readQuery()).toEqual({ order: 'price', day: 'tomorrow', sort: 'center' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Nearest to the centre');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pickup time' }), 'Any time');
    expect(readQuery()).toEqual({ sort: 'center' });
  });

  test('the name of the city follows the language', async () => {
    writeStored('selectedCity', { label: 'Lisboa', lat: 38.7167, lon: -9.1333 });
    fakeApi({ '/reverse_geocode': [{ body: { data: { city: 'Лиссабон', distance: 0 } } }] });
    renderInLanguage(
      'ru',
      <LocationLink city="Lisboa" userLocation={unknownLocation} variant="pill" />,
      '/offers?q=1',
    );
    const link = screen.getByRole('link');
    expect(link).toHaveTextContent('Сменить город:Lisboa');
    await waitFor(() => expect(link).toHaveTextContent('Сменить город:Лиссабон'));
    expect(link).toHaveAttribute('href', '/account/change_city?next=%2Foffers%3Fq%3D1');
  });
});
