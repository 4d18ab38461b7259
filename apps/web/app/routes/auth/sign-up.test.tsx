import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { SignUpForm } from './sign-up.tsx';

const call = mockCalls();

const onDone = vi.fn();
const getPassword = () => screen.getByLabelText('Password', { selector: 'input' });
const submitForm = () => userEvent.click(screen.getByRole('button', { name: 'Sign up' }));

beforeEach(() => {
  onDone.mockReset();
});

test('sends every specified field, with the referral', async () => {
  writeStored('ref_link', 'ANA');
  writeStored('ref_date', new Date(Date.now() - 1000).toISOString());
  call.mockResolvedValue({ token: '7|abc', code: 0 });
  renderInLanguage('en', <SignUpForm asSeller={false} asPartner onDone={onDone} />);
  expect(screen.getByRole('checkbox', { name: /^I accept the Terms/ })).toBeChecked();
  expect(screen.getByText('By signing up you confirm that you are 18 or over.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /I am partner/ })).toBeChecked();
  await userEvent.type(screen.getByLabelText('Name'), 'Marta');
  await userEvent.type(screen.getByLabelText('E-mail'), 'marta@example.com');
  await userEvent.type(getPassword(), 'sobras12');
  await userEvent.click(screen.getByRole('checkbox', { name: /I am owner/ }));
  await submitForm();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('register', {
      body: {
        name: 'Marta',
        email: 'marta@example.com',
        password: 'sobras12',
        device_name: navigator.userAgent,
        is_owner: true,
        is_partner: true,
        check_terms: true,
        ref_link: 'ANA',
      },
    }),
  );
  await waitFor(() => expect(readStored('token')).toBe('7|abc'));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("shows the server's first message under each field and keeps what was typed", async () => {
  const errors = {
    name: ['No name.', 'Second.'],
    email: ['Taken.'],
    password: ['Common.'],
    check_terms: ['18.'],
  };
  call.mockRejectedValue(new ApiError(422, { code: 1, errors }));
  renderInLanguage('en', <SignUpForm asSeller={false} asPartner={false} onDone={onDone} />);
  await userEvent.type(getPassword(), 'abc123');
  await submitForm();
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('No name.'));
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Taken.');
  expect(getPassword()).toHaveAccessibleDescription('Common.');
  expect(screen.getByRole('checkbox', { name: /^I accept the Terms/ })).toHaveAccessibleDescription('18.');
  expect(getPassword()).toHaveValue('abc123');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  expect(onDone).not.toHaveBeenCalled();
});

test('the hints list the rules a password does not meet', async () => {
  renderInLanguage('en', <SignUpForm asSeller={false} asPartner={false} onDone={onDone} />);
  const readHints = () => [
    screen.getByText(/At least 6 characters/).textContent,
    screen.getByText(/At least one digit/).textContent,
    screen.getByText(/Two digits/).textContent,
  ];
  expect(readHints()).toEqual([
    'At least 6 characters: still missing',
    'At least one digit: still missing',
    'Two digits are better: recommended',
  ]);
  await userEvent.type(getPassword(), 'sobra1');
  expect(readHints()).toEqual([
    'At least 6 characters: done',
    'At least one digit: done',
    'Two digits are better: recommended',
  ]);
});

test('the password can be shown', async () => {
  renderInLanguage('en', <SignUpForm asSeller={false} asPartner={false} onDone={onDone} />);
  expect(getPassword()).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show the password' }));
  expect(getPassword()).toHaveAttribute('type', 'text');
});
