import { expect, test } from 'vitest';
import { toLocative } from './place-name.ts';

test.each([
  ['Padaria Rita', 'na Padaria Rita'],
  ['Pastelaria Aurora', 'na Pastelaria Aurora'],
  ['PIZZARIA Napoli', 'na PIZZARIA Napoli'],
  ['Marisqueira do Cais', 'na Marisqueira do Cais'],
  ['Casa Chineza', 'na Casa Chineza'],
  ['Café Central', 'no Café Central'],
  ['Restaurante O Cantinho', 'no Restaurante O Cantinho'],
  ['Supermercado Bom Dia', 'no Supermercado Bom Dia'],
  ['Snack-bar Lua', 'no Snack-bar Lua'],
  ['A Padaria Portuguesa', 'n’A Padaria Portuguesa'],
  ['Os Amigos', 'n’Os Amigos'],
  ['Sabores & Companhia', 'em Sabores & Companhia'],
  ['Barca Velha', 'em Barca Velha'],
  ['24 Horas', 'em 24 Horas'],
])('%s in Portuguese: %s', (name, text) => {
  expect(toLocative(name, 'pt')).toBe(text);
});

test.each(['en', 'ru'])('the name alone in %s', (language) => {
  expect(toLocative('Padaria Rita', language)).toBe('Padaria Rita');
});
