import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { Route, Routes, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { Component as AuthCodePage } from './code.tsx';

const call = mockCalls();

const LocationSearch = () => `location: ${useLocation().search || '?'}`;

const pages = (
  <Routes>
    <Route path="/auth/code" element={<AuthCodePage />} />
    <Route path="/auth" element="the ways to sign in" />
    <Route path="/offers" element="the offers" />
    <Route path="/offers/7" element="the offer" />
    <Route path="/favorite" element="the favorites" />
    <Route path="/auth/location" element={<LocationSearch />} />
  </Routes>
);

test('without an address it redirects to the sign-in methods', async () => {
  renderInLanguage('ru', pages, '/auth/code');
  expect(await screen.findByText('the ways to sign in')).toBeVisible();
});

test('has the specified texts', () => {
  writeStored('tempEmail', 'marta@example.com');
  renderInLanguage('ru', pages, '/auth/code');
  expect(screen.getByRole('heading', { level: 1, name: 'Проверочный код' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Отправить' })).toBeVisible();
  expect(screen.getByText('marta@example.com')).toBeVisible();
  expect(screen.getByLabelText('Код из письма')).toHaveAttribute('autocomplete', 'one-time-code');
});

test('the sixth digit sends the code; then it returns to the requested page', async () => {
  writeStored('tempEmail', 'marta@example.com');
  call.mockResolvedValue({ token: '7|abc', code: 0 });
  renderInLanguage('en', pages, '/auth/code?next=/favorite');
  await userEvent.type(screen.getByLabelText('Code from the e-mail'), '48a2 731');
  expect(await screen.findByText('the favorites')).toBeVisible();
  const logins = call.mock.calls.filter(([name]) => name === 'login');
  expect(logins).toMatchObject([
    ['login', { body: { email: 'marta@example.com', code: '482731', device_name: navigator.userAgent } }],
  ]);
  expect(readStored('token')).toBe('7|abc');
});

test.each([
  ['', 'Lisboa', '?'],
  ['?next=/favorite', '', '?next=%2Ffavorite'],
])('to %s with the city %j: asks for the position', async (search, city, expectedSearch) => {
  writeStored('tempEmail', 'marta@example.com');
  call.mockImplementation(async (name: string) =>
    name === 'getMe' ? { data: { id: 1, city } } : { token: '7|abc', code: 0 },
  );
  renderInLanguage('en', pages, `/auth/code${search}`);
  await userEvent.type(screen.getByLabelText('Code from the e-mail'), '482731');
  expect(await screen.findByText(`location: ${expectedSearch}`)).toBeVisible();
});

test('from an offer it returns to the offer, with or without a city', async () => {
  writeStored('tempEmail', 'marta@example.com');
  call.mockImplementation(async (name: string) =>
    name === 'getMe' ? { data: { id: 1, city: '' } } : { token: '7|abc', code: 0 },
  );
  renderInLanguage('en', pages, '/auth/code?next=/offers/7');
  await userEvent.type(screen.getByLabelText('Code from the e-mail'), '482731');
  expect(await screen.findByText('the offer')).toBeVisible();
});

test('a wrong code: the message is shown at the field, the input stays', async () => {
  writeStored('tempEmail', 'marta@example.com');
  call.mockRejectedValue(new ApiError(422, { code: 1, errors: { code: ['Wrong code.'] } }));
  renderInLanguage('en', pages, '/auth/code');
  const field = screen.getByLabelText('Code from the e-mail');
  await userEvent.type(field, '000000');
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong code.');
  expect(field).toHaveAccessibleDescription('Wrong code.');
  expect(field).toHaveValue('000000');
});

test.each([
  ['en', 'This account is yours now', 'Continue without a password'],
  ['pt', 'Agora esta conta é tua', 'Continuar sem palavra-passe'],
  ['ru', 'Теперь этот аккаунт твой', 'Дальше без пароля'],
] as const)('access removed by the sign-in is reported first: %s', async (language, title, skip) => {
  writeStored('tempEmail', 'marta@example.com');
  const me = { id: 1, email: 'marta@example.com', city: 'Lisboa', email_verified: true, has_password: false };
  call.mockImplementation(async (name: string) =>
    name === 'getMe' ? { data: me } : { token: '7|abc', code: 0, access_reset: true },
  );
  renderInLanguage(language, pages, '/auth/code');
  await userEvent.type(screen.getByRole('textbox'), '482731');
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: skip }));
  expect(await screen.findByText('location: ?')).toBeVisible();
});

test('a new password can be set in place; then it continues as usual', async () => {
  writeStored('tempEmail', 'marta@example.com');
  const me = {
    id: 1,
    name: 'Marta',
    email: 'marta@example.com',
    city: 'Lisboa',
    email_verified: true,
    has_password: false,
  };
  const sentInputs: unknown[] = [];
  call.mockImplementation(async (name: string, input: unknown) => {
    if (name === 'updatePassword') sentInputs.push(input);
    return name === 'getMe' ? { data: me } : { token: '7|abc', code: 0, access_reset: true };
  });
  renderInLanguage('en', pages, '/auth/code?next=/favorite');
  await userEvent.type(screen.getByLabelText('Code from the e-mail'), '482731');
  await userEvent.type(await screen.findByLabelText('New password'), 'padaria27');
  await userEvent.type(screen.getByLabelText('New password again'), 'padaria27');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('the favorites')).toBeVisible();
  expect(sentInputs).toEqual([{ body: { password: 'padaria27', password_confirmation: 'padaria27' } }]);
});

test.each([
  ['en', 'Choose a new password', 'New password', 'New password again', 'Save password'],
  [
    'pt',
    'Escolhe uma nova palavra-passe',
    'Nova palavra-passe',
    'Nova palavra-passe outra vez',
    'Guardar palavra-passe',
  ],
  ['ru', 'Придумай новый пароль', 'Новый пароль', 'Новый пароль ещё раз', 'Сохранить пароль'],
] as const)(
  'whoever forgot the password types one code, chooses a new one, and goes on: %s',
  async (language, title, newPassword, again, save) => {
    writeStored('tempEmail', 'marta@example.com');
    const me = { id: 1, name: 'Marta', email: 'marta@example.com', city: 'Lisboa' };
    const sentInputs: unknown[] = [];
    call.mockImplementation(async (name: string, input: unknown) => {
      if (name === 'updatePassword') sentInputs.push(input);
      return name === 'getMe'
        ? { data: { ...me, email_verified: true, has_password: true } }
        : { token: '7|abc', code: 0 };
    });
    renderInLanguage(language, pages, '/auth/code?next=%2Faccount%2Fpassword%3Fnext%3D%252Ffavorite');
    await userEvent.type(screen.getByRole('textbox'), '482731');
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    await userEvent.type(await screen.findByLabelText(newPassword), 'padaria27');
    await userEvent.type(screen.getByLabelText(again), 'padaria27');
    await userEvent.click(screen.getByRole('button', { name: save }));
    expect(await screen.findByText('the favorites')).toBeVisible();
    expect(sentInputs).toEqual([{ body: { password: 'padaria27', password_confirmation: 'padaria27' } }]);
  },
);
