import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { parseCoordinates, parseDegrees } from './location/coordinates.ts';
import { StaticMap } from './location/sale-place-map.tsx';
import { createEmptySalePlaceDraft } from './sale-place-draft.ts';
import { SalePlaceForm } from './sale-place-form.tsx';
import { SellerHeader } from './sale-place-profile.tsx';
import { SalePlaceChoice, SalePlaceStep } from './sale-place-step.tsx';
import type { SalePlace, SellerProfile } from './sale-places.api.ts';

describe('choice of a sale place', () => {
  const buildSalePlaces = (count: number) =>
    Array.from(
      { length: count },
      (_, i) =>
        ({
          id: i + 1,
          name: `Loja ${count - i}`,
          address: `Rua ${count - i}`,
          categories: [],
        }) as unknown as SalePlace,
    );

  test('a few sale places are radio buttons', async () => {
    const onChange = vi.fn();
    renderInLanguage('en', <SalePlaceChoice salePlaces={buildSalePlaces(3)} value={1} onChange={onChange} />);
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    await userEvent.click(screen.getByRole('radio', { name: 'Another shop' }));
    expect(onChange).toHaveBeenCalledWith(null);
  });

  test('fifty are in a select, with an entry for a new one', async () => {
    const onChange = vi.fn();
    renderInLanguage(
      'en',
      <SalePlaceChoice salePlaces={buildSalePlaces(50)} value={50} onChange={onChange} />,
    );
    expect(screen.queryByRole('radio')).toBeNull();
    const select = screen.getByRole('combobox');
    expect(select).toHaveAccessibleDescription('Rua 1');
    const optionNames = within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(optionNames.slice(0, 3)).toEqual(['Another shop', 'Loja 1', 'Loja 2']);
    expect(optionNames.at(-1)).toBe('Loja 50');
    await userEvent.selectOptions(select, 'Loja 10');
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Loja 10' }));
    await userEvent.selectOptions(select, 'Another shop');
    expect(onChange).toHaveBeenLastCalledWith(null);
  });
});

test.each([
  ['en', ['Padaria Aurora'], 'Padaria Aurora'],
  ['en', ['Padaria Aurora', 'Aurora Café'], 'Padaria Aurora and Aurora Café'],
  ['ru', ['Padaria Aurora', 'Aurora Café'], 'Padaria Aurora и Aurora Café'],
  ['pt', ['Padaria Aurora', 'Aurora Café', 'Aurora Rio'], 'Padaria Aurora e mais 2'],
] as const)(
  'a seller is called as the shops are, the legal name below (%s, %s)',
  (language, names, heading) => {
    const places = names.map((name, id) => ({ id, name, categories: [], logo: null }));
    const seller = {
      id: 3,
      name: 'Rui Fontes, Lda.',
      since: '2026-07-12T13:16:15Z',
      rating: 4.6,
      rating_count: 72,
    };
    renderInLanguage(language, <SellerHeader seller={{ ...seller, places } as unknown as SellerProfile} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
    expect(screen.getByText(/Rui Fontes, Lda\./)).toBeVisible();
  },
);

test('a list that cannot be loaded is not an empty one: no form for a new sale place', async () => {
  fakeApi({ 'seller/sale_places': ['networkError', { body: { data: [] } }] });
  renderInLanguage(
    'en',
    <SalePlaceStep
      onDone={vi.fn()}
      fallbackPosition={{ latitude: 38.7, longitude: -9.1 }}
      footer={() => <button type="submit">Next</button>}
    />,
  );
  const retry = await screen.findByRole('button', { name: /try again/i });
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await userEvent.click(retry);
  expect(await screen.findByRole('button', { name: 'Next' })).toBeVisible();
});

describe('picture of a position', () => {
  const renderMap = () =>
    renderInLanguage('en', <StaticMap latitude={38.7123} longitude={-9.1416} alt="Around the pin" />);
  const queryMap = () => screen.queryByText('map of 38.7123, -9.1416 at zoom 18');
  const getImage = () => screen.getByAltText<HTMLImageElement>('Around the pin');

  test('requests the service’s image in the specified size and zoom', () => {
    renderMap();
    expect(getImage()).toHaveAttribute('src', '/static-map?latitude=38.7123&longitude=-9.1416');
    expect([getImage().width, getImage().height]).toEqual([1200, 800]);
    expect(queryMap()).toBeNull();
  });

  test('without a service, or a response of it, it is rendered once with its attribution', async () => {
    renderMap();
    fireEvent.error(getImage());
    await waitFor(() => expect(queryMap()).toBeInTheDocument());
    expect(queryMap()!.parentElement).toHaveStyle({ width: '1200px', height: '800px' });
    fireEvent.click(queryMap()!);
    expect(getImage()).toHaveAttribute('src', 'data:image/webp;base64,AA');
    expect(screen.getByText('Natural Earth')).toBeVisible();
    expect(screen.getByText(/^No street map right now/)).toBeVisible();
    expect(queryMap()).toBeNull();
  });
});

const chiado = { latitude: 38.7123, longitude: -9.1416 };

describe('parseCoordinates', () => {
  test.each([
    '38.7123, -9.1416',
    '38.7123,-9.1416',
    ' 38.7123 -9.1416 ',
    '38.7123; -9.1416',
    '38,7123, -9,1416',
    '38,7123; -9,1416',
    '38.7123° N, 9.1416° W',
    '38.7123N 9.1416w',
    '38.7123, −9.1416',
    'geo:38.7123,-9.1416?z=17',
    'https://www.google.com/maps/@38.7123,-9.1416,17z',
    'https://www.google.com/maps/place/Aurora/@38.70,-9.10,17z/data=!3m1!4b1!4m6!3m5!8m2!3d38.7123!4d-9.1416!16s',
    'https://maps.google.com/?q=38.7123,-9.1416',
    'https://www.google.com/maps/search/?api=1&query=38.7123%2C-9.1416',
    'https://www.google.com/maps/dir/?api=1&destination=38.7123,-9.1416',
    'https://maps.apple.com/?ll=38.7123,-9.1416&q=Aurora',
    'https://www.openstreetmap.org/?mlat=38.7123&mlon=-9.1416#map=17/38.70/-9.10',
    'https://www.openstreetmap.org/#map=17/38.7123/-9.1416',
    'https://yandex.com/maps/?ll=-9.1416%2C38.7123&z=17',
  ])('reads %s', (text) => expect(parseCoordinates(text)).toEqual(chiado));

  test.each([
    '',
    'Rua da Trindade 18',
    '38,7123',
    '38,71',
    '38.7123',
    '91.5, 10.5',
    '38.7, 181.2',
    '38.7, -9.1, 17',
    'https://maps.app.goo.gl/abc123',
    'https://www.google.com/maps/place/Lisboa',
  ])('finds nothing in %j', (text) => expect(parseCoordinates(text)).toBeNull());
});

test.each([
  ['en', 'Western European Time, 14:23 now'],
  ['pt', 'Hora da Europa Ocidental, agora 14:23'],
  ['ru', 'Западная Европа, сейчас 14:23'],
] as const)(
  'the form says in which time zone the hours count, until the pin moves (%s)',
  (language, words) => {
    vi.useFakeTimers({ now: new Date('2026-11-29T14:23:00Z'), toFake: ['Date'] });
    fakeApi({ sale_place_types: [{ body: { data: [] } }] });
    renderInLanguage(
      language,
      <SalePlaceForm
        initial={{
          ...createEmptySalePlaceDraft(),
          latitude: '42.031',
          longitude: '-8.6459',
          timeZone: 'Europe/Lisbon',
        }}
        fallbackPosition={{ latitude: 38.7, longitude: -9.1 }}
        mapContainer={null}
        onSave={vi.fn()}
        footer={() => null}
      />,
    );
    expect(screen.getByText(new RegExp(words))).toBeVisible();
    const latitude = document.querySelector('[name=latitude]')!;
    fireEvent.change(latitude, { target: { value: '42.1' } });
    expect(screen.queryByText(new RegExp(words))).toBeNull();
    vi.useRealTimers();
  },
);

test('another time zone is chosen and sent, unless the pin moves afterwards', async () => {
  fakeApi({ sale_place_types: [{ body: { data: [{ id: 1, name: 'Bakery', slug: 'bakery' }] } }] });
  const onSave = vi.fn();
  renderInLanguage(
    'en',
    <SalePlaceForm
      initial={{
        ...createEmptySalePlaceDraft(),
        ...{ name: 'Aurora', phone: '+351 210 000 018', address: 'Rua 1', categories: [1] },
        latitude: '42.031',
        longitude: '-8.6459',
        timeZone: 'Europe/Madrid',
      }}
      fallbackPosition={{ latitude: 38.7, longitude: -9.1 }}
      mapContainer={null}
      onSave={onSave}
      footer={() => <button type="submit">Save</button>}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Not right? Choose another' }));
  await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Lisbon');
  expect(screen.getByText(/Western European Time/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
  expect(onSave.mock.lastCall![0]).toMatchObject({ time_zone: 'Europe/Lisbon' });
  fireEvent.change(document.querySelector('[name=latitude]')!, { target: { value: '42.1' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2));
  expect(onSave.mock.lastCall![0]).not.toHaveProperty('time_zone');
});

test('a pasted description that is too long is refused with its length, in every language', async () => {
  fakeApi({ sale_place_types: [{ body: { data: [{ id: 1, name: 'Bakery', slug: 'bakery' }] } }] });
  const onSave = vi.fn();
  const filled = { name: 'Aurora', phone: '+351 210 000 018', address: 'Rua 1', categories: [1] };
  renderInLanguage(
    'en',
    <SalePlaceForm
      initial={{
        ...createEmptySalePlaceDraft(),
        ...filled,
        language: 'pt',
        latitude: '38.7123',
        longitude: '-9.1416',
      }}
      fallbackPosition={{ latitude: 38.7, longitude: -9.1 }}
      mapContainer={null}
      withDescription
      onSave={onSave}
      footer={() => <button type="submit">Save</button>}
    />,
  );
  const fields = ['About the shop', 'Description in Russian'].map((name) =>
    screen.getByRole('textbox', { name, hidden: true }),
  );
  for (const field of fields) {
    field.focus();
    await userEvent.paste('a'.repeat(1001));
  }
  expect(screen.getAllByText('1001 / 1000')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  for (const field of fields) {
    expect(field).toHaveValue('a'.repeat(1001));
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('At most 1000 characters: shorten it a little.'),
    );
  }
  expect(onSave).not.toHaveBeenCalled();
});

test('parseDegrees accepts point or comma, up to the limit', () => {
  expect(parseDegrees(' 38,7123 ', 90)).toBe(38.7123);
  expect(parseDegrees('−9.1416', 180)).toBe(-9.1416);
  expect(parseDegrees('90.01', 90)).toBeNull();
  expect(parseDegrees('-180', 180)).toBe(-180);
  for (const text of ['', '38.', 'north', '1e3', '38.7.1']) expect(parseDegrees(text, 180)).toBeNull();
});
