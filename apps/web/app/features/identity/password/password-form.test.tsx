import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { me } from '../../../../test/me.ts';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { PasswordForm } from './password-form.tsx';

const call = mockCalls();

const successReply = { success: true, code: 0 as const };

const renderPart = (part: ReactNode) => renderInLanguage('en', part, '/account');
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fillField = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);

beforeEach(() => {
  queryClient.setQueryData(['me'], me);
});

test('changing it clears the fields and reports the sign-out of other devices', async () => {
  call.mockResolvedValue(successReply);
  renderPart(<PasswordForm me={me} />);
  await fillField('Current password', 'sobras1');
  await fillField('New password', 'padaria27');
  await fillField('New password again', 'padaria27');
  await pressButton('Save password');
  expect(await screen.findByText('Saved. Other devices are signed out.')).toBeVisible();
  expect(call).toHaveBeenCalledWith('updatePassword', {
    body: { current_password: 'sobras1', password: 'padaria27', password_confirmation: 'padaria27' },
  });
  expect(screen.getByLabelText('New password')).toHaveValue('');
});

test('one of the most common is warned of and saved all the same', async () => {
  call.mockResolvedValue(successReply);
  renderPart(<PasswordForm me={me} />);
  await fillField('Current password', 'sobras1');
  await fillField('New password', 'dragon12');
  expect(await screen.findByText(/Many people use this password/)).toBeVisible();
  await fillField('New password again', 'dragon12');
  await pressButton('Save password');
  expect(await screen.findByText('Saved. Other devices are signed out.')).toBeVisible();
});

test('two different entries are refused together with all else that is wrong', async () => {
  const errors = {
    current_password: ['This is not your password.'],
    password_confirmation: ['The two passwords differ.'],
  };
  call.mockRejectedValue(new ApiError(422, { code: 1, errors }));
  renderPart(<PasswordForm me={me} />);
  await fillField('Current password', 'nonsense');
  await fillField('New password', 'padaria27');
  await fillField('New password again', 'padaria28');
  await pressButton('Save password');
  expect(await screen.findByText('This is not your password.')).toBeVisible();
  expect(screen.getByLabelText('New password again')).toHaveAccessibleDescription(
    'The two passwords differ.',
  );
});

test('the server’s message is shown at the field, the input stays', async () => {
  const errors = { current_password: ['This is not your password.'] };
  call.mockRejectedValue(new ApiError(422, { code: 1, errors }));
  renderPart(<PasswordForm me={me} />);
  await fillField('Current password', 'nonsense');
  await fillField('New password', 'padaria27');
  await fillField('New password again', 'padaria27');
  await pressButton('Save password');
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not your password.');
  expect(screen.getByLabelText('New password')).toHaveValue('padaria27');
});

test('whoever forgot the password uses a code instead', async () => {
  call.mockResolvedValue(successReply);
  renderPart(<PasswordForm me={me} />);
  await fillField('Current password', 'nonsense1');
  await pressButton('Use a code instead');
  await fillField('Code from the e-mail', '482731');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await fillField('New password', 'padaria27');
  await fillField('New password again', 'padaria27');
  await pressButton('Save password');
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('updatePassword', {
      body: { code: '482731', password: 'padaria27', password_confirmation: 'padaria27' },
    }),
  );
  expect(await screen.findByLabelText('Current password')).toHaveValue('');
});

test('after a recent sign-in proof is asked for only when the server wants it', async () => {
  const errors = { current_password: ['Type your password.'] };
  call.mockRejectedValueOnce(new ApiError(422, { code: 1, errors }));
  call.mockResolvedValue(successReply);
  renderPart(<PasswordForm me={me} justSignedIn />);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await fillField('New password', 'padaria27');
  await fillField('New password again', 'padaria27');
  await pressButton('Save password');
  expect(await screen.findByText('Type your password.')).toBeVisible();
  await fillField('Current password', 'sobras1');
  await pressButton('Save password');
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith('updatePassword', {
      body: { current_password: 'sobras1', password: 'padaria27', password_confirmation: 'padaria27' },
    }),
  );
});

test('while the address is not confirmed only the password counts', () => {
  renderPart(<PasswordForm me={{ ...me, email_verified: false }} />);
  expect(screen.getByLabelText('Current password')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use a code instead' })).toBeNull();
});

test('a user without a password is not asked for it', async () => {
  call.mockResolvedValue(successReply);
  renderPart(<PasswordForm me={{ ...me, has_password: false }} />);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await fillField('New password', 'padaria27');
  await fillField('New password again', 'padaria27');
  await pressButton('Save password');
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('updatePassword', {
      body: { password: 'padaria27', password_confirmation: 'padaria27' },
    }),
  );
});

test.each([
  ['en', 'Send me a code', 'Code from the e-mail', 'New password', 'New password again', 'Save password'],
  [
    'pt',
    'Enviar código',
    'Código do e-mail',
    'Nova palavra-passe',
    'Nova palavra-passe outra vez',
    'Guardar palavra-passe',
  ],
  ['ru', 'Прислать код', 'Код из письма', 'Новый пароль', 'Новый пароль ещё раз', 'Сохранить пароль'],
] as const)(
  'but for a code to their address: %s',
  async (language, sendCodeLabel, codeLabel, newPasswordLabel, repeatLabel, saveLabel) => {
    call.mockResolvedValue(successReply);
    renderInLanguage(language, <PasswordForm me={{ ...me, has_password: false }} />, '/account');
    await pressButton(sendCodeLabel);
    await fillField(codeLabel, '482731');
    await fillField(newPasswordLabel, 'padaria27');
    await fillField(repeatLabel, 'padaria27');
    await pressButton(saveLabel);
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('updatePassword', {
        body: { code: '482731', password: 'padaria27', password_confirmation: 'padaria27' },
      }),
    );
    expect(call).toHaveBeenCalledWith('sendCode', {
      body: expect.objectContaining({ purpose: 'password' }),
    });
  },
);

test('right after signing in, a code is requested only when the server requires it', async () => {
  call.mockRejectedValueOnce(new ApiError(422, { code: 1, errors: { code: ['Fill this in.'] } }));
  renderPart(<PasswordForm me={{ ...me, has_password: false }} justSignedIn />);
  expect(screen.queryByLabelText('Code from the e-mail')).toBeNull();
  await fillField('New password', 'padaria27');
  await fillField('New password again', 'padaria27');
  await pressButton('Save password');
  expect(await screen.findByLabelText('Code from the e-mail')).toBeVisible();
  expect(screen.getByLabelText('New password')).toHaveValue('padaria27');
  expect(screen.getByRole('alert')).toHaveTextContent('Fill this in.');
});
