import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { me } from '../../../../test/me.ts';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { removeFromSessionStorage, safeSessionStorage, writeStored } from '../../../lib/storage/storage.ts';
import type { FoodChoice } from '../filters/food.ts';
import type { OfferDetail } from '../offers.api.ts';
import { PurchaseNotes } from './offer-facts.tsx';

const offer = {
  ...{ allergens: [], diet: [], free_of_allergens: false, pickup_start: null, cancel_until: null },
  sale_place: { time_zone: 'Europe/Lisbon' },
  seller: { name: 'Fontes & Filha, Lda' },
} as unknown as OfferDetail;

const renderNotes = (
  chosen: Partial<FoodChoice>,
  facts: Partial<OfferDetail>,
  language: 'pt' | 'en' | 'ru',
) => {
  writeStored('food', { diets: [], freeOf: [], hasUnnamed: false, ...chosen }, safeSessionStorage);
  renderInLanguage(language, <PurchaseNotes offer={{ ...offer, ...facts }} />);
};

beforeEach(() => removeFromSessionStorage('food'));

test.each([
  ['pt', /^Escolheste vegano, e a loja não diz que este pack o seja/],
  ['en', /^You chose vegan, and the shop does not say that this pack is/],
  ['ru', /^Твой выбор: веганское\. Заведение не говорит, что пакет такой/],
] as const)('a diet that the shop does not name is said before paying (%s)', (language, text) => {
  renderNotes({ diets: ['vegan'] }, { diet: ['vegetarian'] }, language);
  expect(screen.getByRole('note')).toHaveTextContent(text);
});

test('only what is missing is named, beside what is avoided', () => {
  renderNotes({ diets: ['vegan', 'halal'], freeOf: ['nuts'] }, { diet: ['vegan'] }, 'en');
  expect(screen.getAllByRole('note').map((note) => note.textContent)).toEqual([
    'You chose halal, and the shop does not say that this pack is. Ask before you pay.',
    expect.stringContaining('does not say what is in it'),
  ]);
});

test.each([
  ['its own name', ['vegan'], ['vegan']],
  ['vegan, which is vegetarian', ['vegetarian'], ['vegan']],
  ['nothing, when nothing is chosen', [], []],
] as const)('without a warning: %s', (_, diets, diet) => {
  renderNotes({ diets: [...diets] }, { diet: [...diet] }, 'en');
  expect(screen.getByText(/Fontes & Filha/)).toBeVisible();
  expect(screen.queryByRole('note')).toBeNull();
});

test.each<[string, Partial<FoodChoice>]>([
  ['all is shown', {}],
  ['something else is avoided', { freeOf: ['milk'] }],
])(
  'what the account avoids is warned of, also when in the lists of this session %s',
  (_, { freeOf = [] }) => {
    queryClient.setQueryData(['me'], { ...me, food: { diets: ['vegan'], free_of: ['nuts'] } });
    renderNotes({ freeOf: [...freeOf] }, { allergens: ['nuts', 'milk'] }, 'en');
    const [diet, allergens] = screen.getAllByRole('note').map((note) => note.textContent);
    expect(diet).toMatch(/^You chose vegan/);
    for (const name of ['nuts', ...freeOf]) expect(allergens).toContain(name);
  },
);
