import { expect, test } from 'vitest';
import { isolateWords } from './direction.ts';

test('words that run from right to left are isolated', () => {
  expect(`${isolateWords('מאפייה')} 4,00 €`).toBe('\u2068מאפייה\u2069 4,00 €');
});

test('other words and numbers stay as they are', () => {
  expect(['Padaria São João', 'Пекарня', '12', 'https://wopack.pt/1?a=b&c=<d>'].map(isolateWords)).toEqual([
    'Padaria São João',
    'Пекарня',
    '12',
    'https://wopack.pt/1?a=b&c=<d>',
  ]);
});
