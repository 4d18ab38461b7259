import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { NowOnSale } from './now-on-sale.tsx';

test.each([
  ['en', 1353, true, /^1,353 packs left at 214 shops within 25\skm, from €2\.99\.$/],
  ['en', 31_000, false, /^Over 31,000 packs left within 25\skm, from €2\.99\.$/],
  ['pt', 31_000, false, /^Mais de 31\s000 packs num raio de 25\skm, desde 2,99\s€\.$/],
  ['ru', 31_000, false, /^Больше 31\s000 пакетов в радиусе 25\sкм, от 2,99\s€\.$/],
] as const)(
  'the number of packs, as far as they were counted (%s, %d)',
  async (language, unitCount, is_exact, text) => {
    const summary = { city: 'Lisboa', packs: unitCount, places: 214, is_exact, price_from: 2.99, offers: [] };
    fakeApi({ '/products_now': [{ body: { data: summary } }] });
    renderInLanguage(language, <NowOnSale placeholder={null} />);
    expect(await screen.findByText(text)).toBeVisible();
  },
);
