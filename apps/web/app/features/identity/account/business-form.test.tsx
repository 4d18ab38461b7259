import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { writeStored } from '../../../lib/storage/storage.ts';
import { BusinessForm } from './business-form.tsx';

beforeEach(() => writeStored('token', 'a-token'));

/** The second reply is that of the save. */
function renderForm(business: object | null, isSeller = true) {
  const reply = { body: { data: business } };
  const api = fakeApi({
    '/me': [{ body: { data: { id: 1, name: 'Rita', is_owner: isSeller } } }],
    '/user/business': [reply, { body: { data: business ?? {} } }],
  });
  renderInLanguage('en', <BusinessForm />);
  return {
    save: async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(api.getBodies('/user/business').at(-1)).toBeDefined());
      return api.getBodies('/user/business').at(-1);
    },
  };
}
const choose = async (kind: RegExp) => userEvent.click(await screen.findByRole('radio', { name: kind }));
const fill = async (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const listFields = () => screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).name);

describe('in Portugal', () => {
  test('a company types its number once', async () => {
    const { save } = renderForm(null);
    await choose(/A company/);
    expect(listFields()).toEqual(['legal_name', 'address', 'post_code', 'city', 'vat_number', 'vat_percent']);
    await fill('Legal name', 'Aurora Panificação, Lda.');
    await fill('Street and number', 'Rua da Trindade 18');
    await fill('Postal code', '1200-468');
    await fill('City', 'Lisboa');
    await fill('NIPC', '501442600');
    expect(screen.getByText(/Rua da Trindade 18, 1200-468 Lisboa/)).toHaveTextContent('Portugal');
    expect(await save()).toEqual({
      kind: 'company',
      legal_name: 'Aurora Panificação, Lda.',
      address: 'Rua da Trindade 18',
      post_code: '1200-468',
      city: 'Lisboa',
      country: 'PT',
      vat_number: '501442600',
      vat_percent: null,
    });
  });

  test('a person types the name once, which is the legal one', async () => {
    const { save } = renderForm(null);
    await choose(/A person/);
    expect(screen.queryByLabelText('Legal name')).toBeNull();
    await fill('First name', 'Rita');
    await fill('Last name', 'Sousa');
    await fill('NIF', '299999998');
    expect(await save()).toMatchObject({
      legal_name: 'Rita Sousa',
      first_name: 'Rita',
      vat_number: '299999998',
    });
  });

  test('an address that was typed whole is shown in its parts', async () => {
    renderForm({
      ...{ legal_name: 'Aurora', country: 'PT', vat_number: 'PT501442600' },
      address: 'Rua da Trindade 18, 1200-468 Lisboa',
    });
    // The number is that of a company.
    expect(await screen.findByRole('radio', { name: /A company/ })).toBeChecked();
    expect(screen.getByLabelText('Street and number')).toHaveValue('Rua da Trindade 18');
    expect(screen.getByLabelText('Postal code')).toHaveValue('1200-468');
    expect(screen.getByLabelText('City')).toHaveValue('Lisboa');
  });
});

test('elsewhere the numbers differ; the tax number is of the country of the address', async () => {
  const { save } = renderForm(null);
  await choose(/A company/);
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE');
  await fill('VAT number', 'DE136695976');
  await fill('Number in the company register', 'HRB 1');
  await fill('Tax number', '2981508150');
  expect(screen.queryByLabelText('Tax number issued by')).toBeNull();
  expect(await save()).toMatchObject({
    country: 'DE',
    tax_country: 'DE',
    register_number: 'HRB 1',
    tax_number: '2981508150',
  });
});

test('a tax number of another country can be named', async () => {
  const { save } = renderForm(null);
  await choose(/A person/);
  await userEvent.click(screen.getByRole('button', { name: 'My tax number is from another country' }));
  await userEvent.selectOptions(screen.getByLabelText('Tax number issued by'), 'ES');
  await fill('Tax number', 'M1234567');
  expect(await save()).toMatchObject({ country: 'PT', tax_country: 'ES', tax_number: 'M1234567' });
});

test('a partner is asked for name, address and number alone', async () => {
  const { save } = renderForm(null, false);
  await screen.findByLabelText('NIF');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(listFields()).toEqual(['legal_name', 'address', 'post_code', 'city', 'vat_number']);
  await fill('Full name or company name', 'Rita Sousa');
  await fill('Street and number', 'Rua da Rosa 41');
  await fill('Postal code', '1200-382');
  await fill('City', 'Lisboa');
  await fill('NIF', '299999998');
  expect(await save()).toEqual({
    legal_name: 'Rita Sousa',
    address: 'Rua da Rosa 41, 1200-382 Lisboa',
    country: 'PT',
    vat_number: '299999998',
  });
});
