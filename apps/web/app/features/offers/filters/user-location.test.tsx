import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { UserLocation } from './user-location.tsx';
import { LocationLink } from './user-location.tsx';

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
