import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { expect, test, vi } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { emptyProductDraft } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

const draft = {
  ...emptyProductDraft,
  ...{ categories: [1], name: 'Cesto', description: 'Pão.', photo: ['/media/a.webp'], price: 3.99 },
  ...{ value: '10', place: '1' },
};
const salePlaces = [
  { id: 1, name: 'Aurora' },
  { id: 2, name: 'Baixa' },
];

test('all errors of the server are shown at their fields at once', async () => {
  const productTypes = [{ id: 1, name: 'Bakery', slug: 'bakery' }];
  fakeApi({
    product_types: [{ body: { data: productTypes } }],
    prices: [{ body: [3.99] }],
    price_tiers: [{ body: { data: [{ price_cents: 399, old_price_cents: 1000, earning_cents: 270 }] } }],
  });
  const errors = { name: ['Too rude.'], old_price: ['Too dear.'], sale_place_id: ['Too far.'] };
  const onSave = vi.fn().mockRejectedValue(new ApiError(422, { code: 1, message: 'Please check.', errors }));
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <ProductForm
        initial={draft}
        salePlaces={salePlaces}
        onSave={onSave}
        footer={() => <button type="submit">Save</button>}
      />
    </TestQueryProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  for (const [message] of Object.values(errors)) expect(await screen.findByText(message!)).toBeVisible();
  expect(screen.queryByText('Please check.')).toBeNull();
});

test('a main text that gets the language of another text changes places with it', async () => {
  fakeApi({
    product_types: [{ body: { data: [{ id: 1, name: 'Bakery', slug: 'bakery' }] } }],
    prices: [{ body: [3.99] }],
    price_tiers: [{ body: { data: [{ price_cents: 399, old_price_cents: 1000, earning_cents: 270 }] } }],
  });
  const onSave = vi.fn().mockResolvedValue(undefined);
  const texts = { ...draft.texts, en: { name: 'Basket', description: 'Bread.' } };
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <ProductForm
        initial={{ ...draft, texts }}
        savedTexts={{}}
        onSave={onSave}
        footer={() => <button type="submit">Save</button>}
      />
    </TestQueryProvider>,
  );
  const select = screen.getByRole('combobox', { name: 'Language of the text above' });
  expect(select).toBeVisible();
  expect(select).toHaveDisplayValue('Portuguese');
  await userEvent.selectOptions(select, 'English');
  expect(screen.getByRole('textbox', { name: 'Name of the pack' })).toHaveValue('Basket');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      ...{ language: 'en', name: 'Basket', description: 'Bread.' },
      texts: { ...draft.texts, pt: { name: 'Cesto', description: 'Pão.' } },
    }),
  );
});
