import { describe, expect, test } from 'vitest';
import { parseCoordinates, parseDegrees } from './coordinates.ts';

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

test('parseDegrees accepts point or comma, up to the limit', () => {
  expect(parseDegrees(' 38,7123 ', 90)).toBe(38.7123);
  expect(parseDegrees('−9.1416', 180)).toBe(-9.1416);
  expect(parseDegrees('90.01', 90)).toBeNull();
  expect(parseDegrees('-180', 180)).toBe(-180);
  for (const text of ['', '38.', 'north', '1e3', '38.7.1']) expect(parseDegrees(text, 180)).toBeNull();
});
