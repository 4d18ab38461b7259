import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areNamesAlike, isLookAlike, measureDegrees, measureMetres } from './look-alikes.rules.ts';

describe('names', () => {
  test.each([
    ['Pastelaria Violeta', 'Pastelaria Violeta'],
    ['Pastelaria Violeta', 'PASTELARIA VIOLETA'],
    ['Pastelaria Violeta', 'Violeta'],
    ['Pastelaria Violeta', 'Café Violeta'],
    ['Pastelaria Violeta', 'A Violeta'],
    ['Pastelaria Violeta', 'Violeta Pastelaria e Padaria'],
    ['Pastelaria Violeta', 'Violéta'],
    ['Pastelaria Violeta', 'Vio Leta'],
    ['Pastelaria Violeta', 'Violetta'],
    ['Pastelaria Violeta', 'Pastelaria Violeta Chiado'],
    ['Pastelaria Violeta', 'Кондитерская «Виолета»'],
    // Cyrillic о, е, а among Latin letters.
    ['Pastelaria Violeta', 'Pastelaria Viоlеtа'],
    ['Pastelaria Violeta', 'Pastelaria Vi0leta'],
    ['Pastelaria Violeta', 'P.a.s.t.e.l.a.r.i.a Violeta'],
    ['Pastelaria Violeta', 'P a s t e l a r i a  V i o l e t a'],
    ['Café Rio', 'CaféRio'],
    ['Sushi Go', 'S u s h i G o'],
    ['Кафе Рада', 'Kafe Rada'],
    ['Padaria São João', 'Padaria S. João'],
    ['Padaria', 'padaria'],
  ])('%s and %s are alike', (a, b) => {
    expect([areNamesAlike(a, b), areNamesAlike(b, a)]).toEqual([true, true]);
  });

  test.each([
    ['Pastelaria Violeta', 'Pastelaria Aurora'],
    ['Pastelaria Violeta', 'Pastelaria'],
    ['Café Central', 'Café Lisboa'],
    ['Padaria do Bairro', 'Padaria Girassol'],
    ['Sushi Go', 'Sushi Zen'],
    ['Restaurante 24', 'Restaurante 37'],
    ['Кафе Рада', 'Кафе Заря'],
    ['Violeta', 'Vitor'],
    ['', 'Violeta'],
    ['!!!', '???'],
  ])('%s and %s are not', (a, b) => {
    expect([areNamesAlike(a, b), areNamesAlike(b, a)]).toEqual([false, false]);
  });

  test('the order of two names does not matter, nor does case', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(areNamesAlike(a, b)).toBe(areNamesAlike(b, a));
        expect(areNamesAlike(a.toUpperCase(), b.toUpperCase())).toBe(
          areNamesAlike(a.toLowerCase(), b.toLowerCase()),
        );
      }),
    );
  });
});

const lisbon = { latitude: 38.7123, longitude: -9.1416 };
const north = (metres: number) => ({ ...lisbon, latitude: lisbon.latitude + metres / 111_195 });

describe('distance', () => {
  test.each([
    [0, true],
    [99, true],
    [101, false],
    [5000, false],
  ])('%d m: %s', (metres, expected) => {
    const name = 'Violeta';
    expect(isLookAlike({ ...lisbon, name }, { ...north(metres), name })).toBe(expected);
  });

  test('across the date line', () => {
    const [east, west] = [
      { latitude: -17, longitude: 179.9999 },
      { latitude: -17, longitude: -179.9999 },
    ];
    expect(measureMetres(east, west)).toBeLessThan(30);
    expect(measureMetres(west, east)).toBeLessThan(30);
  });

  test('degrees around a position contain what is within the distance', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -89, max: 89, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (latitude, angle) => {
          const box = measureDegrees({ latitude, longitude: 0 }, 100);
          const other = {
            latitude: latitude + box.latitude * Math.sin(angle) * 0.99,
            longitude: box.longitude * Math.cos(angle) * 0.99,
          };
          expect(measureMetres({ latitude, longitude: 0 }, other)).toBeLessThan(102);
        },
      ),
    );
  });
});
