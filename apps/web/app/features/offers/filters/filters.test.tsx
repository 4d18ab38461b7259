import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { useStored } from '../../../lib/storage/storage.ts';
import { useOffersView, ViewToggle } from './offer-controls.tsx';
import { OfferSearchBox } from './offer-search-box.tsx';
import type { UserLocation } from './user-location.tsx';
import { LocationLink } from './user-location.tsx';

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

test.each([
  ['not known yet', undefined, null, null, 'Рядом с тобой'],
  ['an account without a city', '', null, null, 'Выбрать город'],
  ['its city', 'Лиссабон', null, null, 'Лиссабон'],
  ['where the person is', 'Лиссабон', position, null, 'Рядом с тобой'],
  ['where their IP address is', '', position, 'Порту', 'Порту'],
])('names %s', (_, city, position, ipCity, name) => {
  const userLocation: UserLocation = {
    ...{ position, city: ipCity, locating: false, error: null },
    requestLocation: async () => {},
    clearPosition: () => {},
  };
  renderInLanguage('ru', <LocationLink city={city} userLocation={userLocation} variant="pill" />);
  expect(screen.getByRole('link')).toHaveTextContent(`Сменить город:${name}`);
});
