import { expect, test } from 'vitest';
import { findTimeZone } from './find-time-zone.ts';

// Towns on both sides of a border between time zones, most of them divided from each other by a river.
test.each([
  ['Valença', 42.031, -8.6459, 'Europe/Lisbon'],
  ['Tui', 42.047, -8.644, 'Europe/Madrid'],
  ['Monção', 42.0767, -8.4808, 'Europe/Lisbon'],
  ['Salvaterra de Miño', 42.083, -8.4986, 'Europe/Madrid'],
  ['Vila Nova de Cerveira', 41.9397, -8.7437, 'Europe/Lisbon'],
  ['Caminha', 41.8732, -8.8376, 'Europe/Lisbon'],
  ['A Guarda', 41.9009, -8.8742, 'Europe/Madrid'],
  ['Elvas', 38.881, -7.163, 'Europe/Lisbon'],
  ['Badajoz', 38.8786, -6.9703, 'Europe/Madrid'],
  ['Campo Maior', 39.0131, -7.0689, 'Europe/Lisbon'],
  ['Vilar Formoso', 40.6141, -6.8398, 'Europe/Lisbon'],
  ['Fuentes de Oñoro', 40.5906, -6.8148, 'Europe/Madrid'],
  ['Vila Real de Santo António', 37.1945, -7.4178, 'Europe/Lisbon'],
  ['Ayamonte', 37.2136, -7.4046, 'Europe/Madrid'],
  ['Alcoutim', 37.4714, -7.4719, 'Europe/Lisbon'],
  ['Sanlúcar de Guadiana', 37.4728, -7.4665, 'Europe/Madrid'],
  ['Ponta Delgada', 37.7412, -25.6756, 'Atlantic/Azores'],
  ['Funchal', 32.6497, -16.9077, 'Atlantic/Madeira'],
  ['Narva', 59.3772, 28.1903, 'Europe/Tallinn'],
  ['Ivangorod', 59.3741, 28.2075, 'Europe/Moscow'],
])('%s', async (_name, latitude, longitude, zone) =>
  expect(await findTimeZone({ latitude, longitude })).toBe(zone),
);
