import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { buildOffer, fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { readStored, safeSessionStorage, writeStored } from '../../../lib/storage/storage.ts';
import { useOfferFilters } from '../filters/offer-filters.ts';
import { OfferList } from '../list/offer-list.tsx';
import { SavedSearchList } from './saved-search-list.tsx';

function TestList({ favouritesOnly = false }) {
  return (
    <OfferList
      filters={useOfferFilters({ favouritesOnly, position: null })}
      favouritesOnly={favouritesOnly}
    />
  );
}

const CurrentPath = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
};

const sushi = {
  id: 5,
  text: 'sushi vegan',
  type: null,
  city: 'Lisbon',
  created_at: '2026-11-20T12:00:00.000Z',
  ends_at: '2027-02-18T12:00:00.000Z',
};
const success = { body: { success: true, code: 0 } };
type Delivery = 'push' | 'mail' | 'off' | 'unproved';
const saved = (searches: object[], delivery: Delivery = 'mail') => ({
  body: { data: searches, delivery },
});

function renderList(
  address: string,
  offers: Partial<ReturnType<typeof buildOffer>>[],
  {
    replies = [saved([])],
    me = {},
    favouritesOnly = false,
    save = { body: { data: { id: 5 } } },
  }: {
    replies?: object[];
    me?: object;
    favouritesOnly?: boolean;
    save?: { status?: number; body: object };
  } = {},
) {
  const api = fakeApi({
    '/products': [
      {
        body: {
          data: offers.map((offer, index) => buildOffer({ id: index + 1, ...offer })),
          search: null,
          next_cursor: null,
        },
      },
    ],
    '/me': [{ body: { data: { id: 1, latitude: null, longitude: null, ...me } } }],
    '/user/searches': [replies[0]!, save, replies[1] ?? saved([])],
  });
  const view = renderInLanguage(
    'en',
    <>
      <TestList favouritesOnly={favouritesOnly} />
      <CurrentPath />
    </>,
    address,
  );
  return { ...view, ...api };
}

const askName = 'Tell me when it comes';
/** Once the user is known. */
const findAsk = () => screen.findByRole('button', { name: askName, busy: false });

describe('where a search finds nothing', () => {
  test('it can be saved, and the way that is on is promised', async () => {
    writeStored('token', '7|abc');
    writeStored('selectedCity', { label: 'Porto', lat: 41.15, lon: -8.61 });
    const { getBodies } = renderList('/offers?search=sushi%20vegan', [], {
      replies: [saved([]), saved([sushi])],
    });
    await userEvent.click(await findAsk());
    expect(await screen.findByText(/^Saved\. We tell you by e-mail/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Your searches' })).toHaveAttribute(
      'href',
      '/account/notifications',
    );
    expect(screen.queryByRole('button', { name: askName })).toBeNull();
    expect(getBodies('/user/searches').filter(Boolean)).toEqual([
      { text: 'sushi vegan', latitude: 41.15, longitude: -8.61 },
    ]);
  });

  test('with the diets and allergens that are on, which are said; with others it is another', async () => {
    writeStored('token', '7|abc');
    writeStored('food', { diets: ['vegan'], freeOf: ['nuts'], hasUnnamed: true }, safeSessionStorage);
    const { getBodies } = renderList('/offers?search=sushi', [], {
      replies: [saved([{ ...sushi, text: 'sushi' }])],
      me: { city: 'Lisboa', latitude: 38.7, longitude: -9.1 },
    });
    const ask = await findAsk();
    expect(screen.getByText('With your filters: vegan, without nuts.')).toBeVisible();
    await userEvent.click(ask);
    await waitFor(() =>
      expect(getBodies('/user/searches').filter(Boolean)).toEqual([
        { text: 'sushi', diets: ['vegan'], free_of: ['nuts'], unnamed: true },
      ]),
    );
  });

  test('the city of the account is left to the server', async () => {
    writeStored('token', '7|abc');
    writeStored('selectedCity', { label: 'Porto', lat: 41.15, lon: -8.61 });
    const { getBodies } = renderList('/offers?search=sushi', [], {
      me: { city: 'Lisboa', latitude: 38.7, longitude: -9.1 },
    });
    await userEvent.click(await findAsk());
    await waitFor(() => expect(getBodies('/user/searches').filter(Boolean)).toEqual([{ text: 'sushi' }]));
  });

  test.each([
    ['push', /on your devices/, 'Your searches', '/account/notifications'],
    ['off', /your notifications are off/, 'Turn them on', '/account/notifications'],
    ['unproved', /once you have confirmed your address/, 'Confirm it', '/account/basic-info'],
  ] as const)('one that is saved says so: %s', async (delivery, text, link, href) => {
    writeStored('token', '7|abc');
    renderList('/offers?search=sushi%20vegan', [], { replies: [saved([sushi], delivery)] });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', href);
  });

  test('a guest signs in first, and what they want is kept with the city they look at', async () => {
    writeStored('guestCity', { label: 'Porto', lat: 41.15, lon: -8.61 }, safeSessionStorage);
    renderList('/offers?search=sushi&type=5', []);
    await userEvent.click(await findAsk());
    expect(screen.getByLabelText('address')).toHaveTextContent(
      '/auth?next=%2Foffers%3Fsearch%3Dsushi%26type%3D5',
    );
    expect(readStored('guestSearch', safeSessionStorage)).toEqual({
      text: 'sushi',
      type_id: 5,
      latitude: 41.15,
      longitude: -8.61,
    });
  });

  test('what the server refuses is said, and without a city one is asked for', async () => {
    writeStored('token', '7|abc');
    const refuse = (errors: object) => ({
      save: { status: 422, body: { code: 1, message: 'Please check what is marked.', errors } },
    });
    const { unmount } = renderList('/offers?search=hoje', [], refuse({ text: ['Type what you look for.'] }));
    await userEvent.click(await findAsk());
    expect(await screen.findByText('Type what you look for.')).toBeVisible();
    unmount();
    renderList('/offers?search=sushi', [], refuse({ latitude: ['Fill this in.'] }));
    await userEvent.click(await findAsk());
    expect(await screen.findByRole('link', { name: 'Choose a city first' })).toHaveAttribute(
      'href',
      '/account/change_city?next=%2Foffers%3Fsearch%3Dsushi',
    );
  });

  test('not among favourites, nor for signs alone', async () => {
    const { unmount } = renderList('/favorite?search=sushi', [], { favouritesOnly: true });
    expect(await screen.findByRole('heading', { name: /^Nothing found/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: askName })).toBeNull();
    unmount();
    renderList('/offers?search=%3F%3F', []);
    expect(await screen.findByRole('heading', { name: /^Nothing found/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: askName })).toBeNull();
  });
});

describe('where it finds something', () => {
  test.each([
    ['few', [{ distance: 800 }, { distance: 900 }], true],
    ['enough', [{ distance: 800 }, { distance: 900 }, { distance: 950 }], false],
    ['enough, but sold out', [1, 2, 3].map((distance) => ({ distance, quantity: 0 })), true],
  ])('%s', async (_, offers, isOffered) => {
    renderList('/offers?search=sushi', offers);
    expect((await screen.findAllByRole('article', { name: 'Cesto' })).length).toBe(offers.length);
    expect(screen.queryByRole('button', { name: askName }) !== null).toBe(isOffered);
  });

  test('far away, the distance of the nearest is said, in whatever order they stand', async () => {
    renderList('/offers?search=sushi', [{ distance: 312_000 }, { distance: 274_000 }]);
    expect(await screen.findByRole('heading', { name: 'None of this nearby.' })).toBeVisible();
    expect(screen.getByText('The nearest is 274 km away.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: askName })).toHaveLength(1);
    expect(screen.getAllByRole('article', { name: 'Cesto' })).toHaveLength(2);
  });

  test('without a search nothing is offered', async () => {
    renderList('/offers', [{ distance: 800 }]);
    expect(await screen.findByRole('article', { name: 'Cesto' })).toBeVisible();
    expect(screen.queryByRole('button', { name: askName })).toBeNull();
  });
});

describe('the list of saved searches', () => {
  function renderSaved(...replies: object[]) {
    const api = fakeApi({ '/user/searches': replies, '/user/searches/5/remove': [success] });
    renderInLanguage('en', <SavedSearchList />);
    return api;
  }

  test('names each with its place and end, and deletes it', async () => {
    const { requests } = renderSaved(
      saved([
        sushi,
        {
          ...sushi,
          ...{ id: 6, text: '', type: { id: 1, name: 'Bakery', slug: 'bakery' } },
          ...{ diets: ['vegan'], free_of: ['nuts'] },
        },
      ]),
      saved([]),
    );
    const [first, second] = await screen.findAllByRole('listitem');
    expect(within(first!).getByText('Lisbon, up to 25 km · until 18 February')).toBeVisible();
    expect(second).toHaveTextContent('Bakery · vegan, without nuts');
    await userEvent.click(within(first!).getByRole('button', { name: /^Delete: .*sushi vegan/ }));
    expect(await screen.findByText(/^Nothing saved/)).toBeVisible();
    expect(requests.map(({ path }) => path)).toContain('/api/v1/user/searches/5/remove');
  });
});
