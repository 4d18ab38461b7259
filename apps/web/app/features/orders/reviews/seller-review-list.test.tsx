import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { SellerReviewList } from './seller-review-list.tsx';

const review = {
  id: 42,
  stars: 2,
  text: 'Veio frio.',
  created_at: '2026-11-20T18:00:00.000Z',
  author: 'Marta',
  product: { id: 5, name: 'Cesto' },
  sale_place: { id: 7, name: 'Forno da Sé' },
  reply: null,
};
const reply = {
  text: 'Sorry for that.',
  language: 'en',
  created_at: '2026-11-21T09:00:00.000Z',
  is_hidden: false,
};

function renderList(...pages: object[][]) {
  const api = fakeApi({
    '/seller/reviews': pages.map((data) => ({ body: { data, next_cursor: null } })),
    '/seller/reviews/42/reply': [{ body: { data: { ...review, reply } } }],
  });
  renderInLanguage('en', <SellerReviewList salePlaceIds={[7]} />);
  return api;
}

test('a seller replies to a review in the language of choice, and reads the reply below it', async () => {
  const { getBodies } = renderList([review], [{ ...review, reply }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Marta, order 42' }));
  const field = screen.getByRole('textbox', { name: 'Your reply' });
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/Everybody can read it.*cannot be changed later/);
  await userEvent.type(field, ' Sorry for that. ');
  expect(screen.getByText('15 / 500')).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Language/ }), 'Portuguese');
  await userEvent.click(screen.getByRole('button', { name: 'Publish reply' }));
  expect(await screen.findByText('Sorry for that.')).toHaveAttribute('lang', 'en');
  // The field had the same name.
  expect(screen.getByText('Your reply')).toBeVisible();
  expect(getBodies('/reply')).toEqual([{ text: 'Sorry for that.', language: 'pt' }]);
  expect(screen.queryByRole('button', { name: /^Reply to/ })).toBeNull();
});

test('reviews of several shops say which one', async () => {
  fakeApi({ '/seller/reviews': [{ body: { data: [review], next_cursor: null } }] });
  renderInLanguage('en', <SellerReviewList salePlaceIds={null} />);
  expect(await screen.findByText('Cesto · Forno da Sé')).toBeVisible();
});

test('an empty reply is refused beside the field', async () => {
  const { getBodies } = renderList([review]);
  await userEvent.click(await screen.findByRole('button', { name: /^Reply to/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Publish reply' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(getBodies('/reply')).toEqual([]);
});

test('a reply that WoPack has hidden says so to its seller', async () => {
  renderList([{ ...review, reply: { ...reply, is_hidden: true } }]);
  const item = (await screen.findByText('Sorry for that.')).closest('li')!;
  expect(within(item).getByText(/WoPack has hidden this reply/)).toBeVisible();
});

test('those without a reply can be shown alone', async () => {
  const { requests } = renderList([review], []);
  await screen.findByText('Veio frio.');
  await userEvent.click(screen.getByRole('radio', { name: 'Without a reply' }));
  expect(await screen.findByText('Every review has a reply.')).toBeVisible();
  expect(requests.filter(({ path }) => path.endsWith('/seller/reviews'))).toHaveLength(2);
});

test('a translated review is marked, with the original one press away', async () => {
  const original = { text: 'Veio frio.', language: 'pt' };
  renderList([{ ...review, text: 'It was cold.', language: 'en', translated: true, original }]);
  expect(await screen.findByText('It was cold.')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('Translated automatically from Portuguese.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show original' }));
  expect(screen.getByText('Veio frio.')).toHaveAttribute('lang', 'pt');
  expect(screen.queryByText('It was cold.')).toBeNull();
});
