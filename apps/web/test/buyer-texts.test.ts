import { expect, test } from 'vitest';
import { getTranslations } from './render.tsx';

/** Texts with fixed wording; see docs/specification.md, Fixed texts. */
test.each([
  ['ru', 'offer', 'geoUnavailable', 'Геолокация недоступна'],
  ['pt', 'offers', 'lastOne', 'Só resta 1'],
  ['en', 'offers', 'lastOne', 'Last one'],
  ['ru', 'offers', 'lastOne', 'Последний'],
  ['pt', 'offers', 'soldOut', 'Esgotado'],
  ['en', 'offers', 'all', 'All'],
] as const)('%s %s:%s', (language, namespace, key, text) => {
  expect(getTranslations(language)[namespace]?.[key]).toBe(text);
});

test.each([
  ['pt', 'É teu!'],
  ['en', "It's yours!"],
  ['ru', 'Твоё!'],
] as const)('%s: paid', (language, text) => {
  expect(getTranslations(language).orders?.success).toMatchObject({ title: text });
});

test.each([
  ['pt', 'Entra, ainda está quente.'],
  ['en', "Come in, it's still warm."],
  ['ru', 'Заходи, ещё тёплое.'],
] as const)('%s: sign in', (language, text) => {
  expect(getTranslations(language).offer?.guest).toMatchObject({ title: text });
});

test.each(['pt', 'en', 'ru'] as const)('%s: geolocation that is denied or fails', (language) => {
  for (const namespace of ['offers', 'offer'])
    expect(Object.keys(getTranslations(language)[namespace]?.account ?? {})).toEqual([
      'geoNotWorking',
      'geoNeedAccess',
    ]);
});
