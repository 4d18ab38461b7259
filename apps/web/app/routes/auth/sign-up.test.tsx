import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeApi, mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import { Component as AuthCityPage } from './city.tsx';
import { Component as AuthLocationPage } from './location.tsx';
import { SignUpForm, Component as SignUpPage } from './sign-up.tsx';

describe('sign-up', () => {
  const call = mockCalls();

  const onDone = vi.fn();
  const getPassword = () => screen.getByLabelText('Password', { selector: 'input' });
  const submitForm = () => userEvent.click(screen.getByRole('button', { name: 'Sign up' }));

  beforeEach(() => {
    onDone.mockReset();
  });

  test.each([
    ['/signup', 'Puxa uma cadeira.', /jantar/],
    ['/signup?owner=1', 'Vende o que sobra.', /a tua loja/],
  ])('whoever comes to sell is not asked to dinner: %s', (address, title, text) => {
    renderInLanguage('pt', <SignUpPage />, address);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });

  test('whoever is invited has the address filled in, and is asked for no role of their own', async () => {
    writeStored('tempEmail', 'daria@example.com');
    renderInLanguage('en', <SignUpPage />, '/signup?next=%2Finvitation');
    expect(screen.getByLabelText('E-mail')).toHaveValue('daria@example.com');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    removeStored('tempEmail');
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

  test('the strength of the password is shown, and the own name makes it weaker', async () => {
    renderInLanguage('en', <SignUpForm asSeller={false} asPartner={false} onDone={onDone} />);
    await userEvent.type(getPassword(), 'salgado1987');
    await waitFor(() =>
      expect(getPassword()).toHaveAccessibleDescription(expect.stringContaining('Strength: good')),
    );
    await userEvent.type(screen.getByLabelText('Name'), 'Salgado');
    expect(getPassword()).toHaveAccessibleDescription(expect.stringContaining('Strength: weak'));
  });

  test('the password can be shown', async () => {
    renderInLanguage('en', <SignUpForm asSeller={false} asPartner={false} onDone={onDone} />);
    expect(getPassword()).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show the password' }));
    expect(getPassword()).toHaveAttribute('type', 'text');
  });
});

describe('location, the step after it', () => {
  const pages = (
    <Routes>
      <Route path="/auth/location" element={<AuthLocationPage />} />
      <Route path="/auth/city" element={<AuthCityPage />} />
      <Route path="/offers" element="the offers" />
      <Route path="/favorite" element="the favorites" />
    </Routes>
  );

  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();
  const lisbon = { city: 'Лиссабон', latitude: 38.7167, longitude: -9.1333, distance: 900 };
  const lisbonPosition = { coords: { latitude: 38.71234567, longitude: -9.14 } } as GeolocationPosition;
  const deniedError = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError;

  beforeEach(() => {
    getCurrentPosition.mockReset();
    Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  });

  const pressNext = () => userEvent.click(screen.getByRole('button', { name: 'Далее' }));

  test('has the specified texts', () => {
    renderInLanguage('ru', pages, '/auth/location');
    expect(screen.getByRole('heading', { level: 1, name: 'Доступ к локации' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Далее' })).toBeVisible();
  });

  test('determines the city, saves it and continues to the offers', async () => {
    getCurrentPosition.mockImplementation((onSuccess) => onSuccess(lisbonPosition));
    const api = fakeApi({
      '/reverse_geocode': [{ body: { data: lisbon } }],
      '/user/city': [{ body: { data: { id: 1 } } }],
    });
    renderInLanguage('ru', pages, '/auth/location');
    await pressNext();
    expect(await screen.findByText('the offers')).toBeVisible();
    expect(api.getBodies('/user/city')).toEqual([
      { city: 'Лиссабон', latitude: 38.7167, longitude: -9.1333 },
    ]);
    expect(readStored('selectedCity')).toEqual({ label: 'Лиссабон', lat: 38.7167, lon: -9.1333 });
  });

  test('returns to the requested page', async () => {
    getCurrentPosition.mockImplementation((onSuccess) => onSuccess(lisbonPosition));
    fakeApi({
      '/reverse_geocode': [{ body: { data: lisbon } }],
      '/user/city': [{ body: { data: { id: 1 } } }],
    });
    renderInLanguage('ru', pages, '/auth/location?next=/favorite');
    await pressNext();
    expect(await screen.findByText('the favorites')).toBeVisible();
  });

  test('denied: a city must be selected, and the page shows why', async () => {
    getCurrentPosition.mockImplementation((_, onError) => onError?.(deniedError));
    renderInLanguage('ru', pages, '/auth/location');
    await pressNext();
    expect(await screen.findByRole('heading', { level: 1, name: 'Выбери город' })).toBeVisible();
    expect(screen.getByText(/Нет доступа к геолокации/)).toBeVisible();
  });

  test.each([
    [
      'no position',
      () => getCurrentPosition.mockImplementation((_, onError) => onError?.({ ...deniedError, code: 2 })),
    ],
    ['no city there', () => getCurrentPosition.mockImplementation((onSuccess) => onSuccess(lisbonPosition))],
    [
      'no geolocation at all',
      () => Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true }),
    ],
  ])('%s: a city must be selected', async (_, prepare) => {
    prepare();
    fakeApi({ '/reverse_geocode': [{ status: 404, body: { code: 4, message: 'Здесь этого нет.' } }] });
    renderInLanguage('ru', pages, '/auth/location');
    await pressNext();
    expect(await screen.findByText('Не получилось узнать, где ты. Выбери город.')).toBeVisible();
  });
});
