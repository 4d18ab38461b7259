import { expect, test } from 'vitest';
import { findCountryAt } from './find-cities.ts';

// At a border the nearest large town is often abroad.
test.each([
  ['Valença', 42.031, -8.6459, 'PT'],
  ['Tui', 42.047, -8.644, 'ES'],
  ['Caminha', 41.8732, -8.8376, 'PT'],
  ['A Guarda', 41.9009, -8.8742, 'ES'],
  ['Vilar Formoso', 40.6141, -6.8398, 'PT'],
  ['Fuentes de Oñoro', 40.5906, -6.8148, 'ES'],
  ['Campo Maior', 39.0131, -7.0689, 'PT'],
  ['Alcoutim', 37.4714, -7.4719, 'PT'],
  ['Sanlúcar de Guadiana', 37.4728, -7.4665, 'ES'],
  ['Vila Real de Santo António', 37.1945, -7.4178, 'PT'],
  ['Ayamonte', 37.2136, -7.4046, 'ES'],
  ['the Atlantic', 36, -20, null],
])('%s', async (_name, latitude, longitude, country) =>
  expect(await findCountryAt({ latitude, longitude })).toBe(country),
);
