import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderIn } from '../../../test/render.tsx';
import { PlaceLine } from './place-line.tsx';
import type { Place } from './use-locate.ts';

const somewhere = { latitude: 38.71, longitude: -9.14 };

test.each([
  ['not known yet', undefined, null, null, 'Рядом с тобой'],
  ['an account without a city', '', null, null, 'Выбрать город'],
  ['its city', 'Лиссабон', null, null, 'Лиссабон'],
  ['where the person is', 'Лиссабон', somewhere, null, 'Рядом с тобой'],
  ['where their IP address is', '', somewhere, 'Порту', 'Порту'],
])('names %s', (_, city, position, byIp, name) => {
  const place: Place = {
    ...{ position, city: byIp, locating: false, problem: null },
    find: async () => {},
    forget: () => {},
  };
  renderIn('ru', <PlaceLine city={city} place={place} look="pill" />);
  expect(screen.getByRole('link')).toHaveTextContent(`Сменить город:${name}`);
});
