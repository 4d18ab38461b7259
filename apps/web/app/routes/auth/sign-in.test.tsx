import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockCalls, renderAnswers } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { Component as AccountPage } from '../account/account.tsx';
import { Component as AuthEmailPage } from './email.tsx';
import { Component as AuthMethodPage } from './method.tsx';
import { Component as SignInPage } from './sign-in.tsx';

// Loaded lazily by the page; imported here so that the first test does not wait for it.
import '../../features/legal/cookie-choice.tsx';

const call = mockCalls();

describe('sign-in with a password', () => {
  const page = <SignInPage />;

  test('offers external accounts, and returns to the requested page', async () => {
    call.mockResolvedValue({ data: ['google', 'apple'] });
    renderInLanguage('pt', page, '/signin?next=%2Foffers%2F7');
    expect(await screen.findByRole('link', { name: /Apple/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/apple/redirect?language=pt&next=%2Foffers%2F7'),
    );
    expect(screen.queryByRole('link', { name: /Facebook/ })).toBeNull();
    expect(screen.getByLabelText('E-mail')).toBeVisible();
  });

  test('without providers there is only the form', async () => {
    call.mockResolvedValue({ data: [] });
    renderInLanguage('en', page, '/signin');
    expect(screen.getByLabelText('E-mail')).toBeVisible();
    expect(screen.queryByText('or by e-mail')).toBeNull();
  });

  test('starting an external sign-in stores a state that the redirect must carry', async () => {
    call.mockResolvedValue({ data: ['google'] });
    renderInLanguage('en', page, '/signin');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Google/ });
    // jsdom does not implement navigation.
    link.addEventListener('click', (event) => event.preventDefault());
    const states = [1, 2].map(() => {
      fireEvent.click(link);
      const sentStates = new URL(link.href).searchParams.getAll('client_state');
      expect(sentStates).toEqual([readStored('signInState', sessionStorage)]);
      return sentStates[0]!;
    });
    expect(states[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(states[1]).not.toBe(states[0]);
  });

  test('says at once which of both fields are empty, and asks no server', async () => {
    call.mockResolvedValue({ data: [] });
    renderInLanguage('en', page, '/signin');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() =>
      expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Type your e-mail.'),
    );
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Type your password.');
    expect(call).not.toHaveBeenCalledWith('login', expect.anything());
  });

  test('a forgotten password leads to the code, to a new password and on to the page, with the address typed so far', async () => {
    call.mockResolvedValue({ data: [] });
    renderInLanguage('en', page, '/signin?next=%2Foffers%2F7');
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: ' marta@example.com ' } });
    const link = screen.getByRole('link', { name: 'Forgot password?' });
    expect(link).toHaveAttribute('href', '/auth/email?next=%2Faccount%2Fpassword%3Fnext%3D%252Foffers%252F7');
    fireEvent.click(link);
    expect(readStored('tempEmail')).toBe('marta@example.com');
  });

  describe('the account, where signing in ends,', () => {
    beforeEach(() => {
      vi.stubGlobal('matchMedia', () => ({
        matches: false,
        addEventListener() {},
        removeEventListener() {},
      }));
    });

    const me = {
      id: 1,
      name: 'Marta',
      sname: '',
      email: 'marta@example.com',
      email_verified: true,
      has_password: true,
      phone: '',
      city: '',
      latitude: null,
      longitude: null,
      avatar_path: null,
      is_owner: false,
      is_partner: false,
    };

    test.each([
      ['a buyer without a city', {}, [], 'Choose your city', '/account/change_city?next=%2Foffers'],
      [
        'a buyer with a city',
        { city: 'Lisboa', latitude: 38.7, longitude: -9.1 },
        [],
        'See packs',
        '/offers',
      ],
      ['a seller without a shop', { is_owner: true }, [], 'Register your business', '/seller/quick-start'],
      ['a seller with a shop', { is_owner: true }, [{ id: 7 }], 'My store', '/seller'],
      ['a partner', { is_partner: true }, [], 'My link', '/account/affiliate'],
    ])('begins with the next step of %s', async (_, change, salePlaces, name, path) => {
      writeStored('token', '7|abc');
      call.mockImplementation(async (endpoint: string) => {
        if (endpoint === 'getMe') return { data: { ...me, ...change } };
        if (endpoint === 'listMySalePlaces') return { data: salePlaces };
        throw new ApiError(503, { code: 9 });
      });
      renderInLanguage('en', <AccountPage />, '/account');
      const steps = await screen.findByRole('navigation', { name: 'Next step' });
      expect(await within(steps).findByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
        'href',
        path,
      );
      const heading = screen.getByRole('heading', { level: 1 });
      expect(steps.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    });
  });
});

test.each([
  ['/auth/email', 'What’s your e-mail?'],
  ['/auth/email?next=%2Foffers%2F7', 'What’s your e-mail?'],
  ['/auth/email?next=%2Faccount%2Fpassword', 'A new password'],
])('the e-mail page says what the code at %s is for', (path, title) => {
  renderInLanguage('en', <AuthEmailPage />, path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
});

describe('sign-in methods', () => {
  const pages = (
    <Routes>
      <Route path="/auth" element={<AuthMethodPage />} />
      <Route path="/auth/code" element="the code page" />
    </Routes>
  );

  beforeEach(() => {
    mockProviders({ data: [] });
  });

  test.each([
    ['guestFavourite', 7, 'Войди, и пакет появится в избранном.'],
    ['guestSearch', { text: 'суши' }, 'Войди, и мы сообщим, когда это появится.'],
  ] as const)(
    'whoever pressed something that needs an account reads what signing in does (%s)',
    async (key, value, text) => {
      writeStored(key, value, sessionStorage);
      renderInLanguage('ru', pages, '/auth?next=%2Foffers');
      expect(screen.getByText(text)).toBeVisible();
    },
  );

  test('whoever just comes reads nothing of that', () => {
    renderInLanguage('ru', pages, '/auth');
    expect(screen.queryByText(/^Войди, и/)).toBeNull();
  });

  /** The enabled providers; every other call succeeds. */
  function mockProviders(providers: { data: string[] }) {
    call.mockImplementation(async (name: string) =>
      name === 'listAuthProviders' ? providers : { success: true, code: 0 },
    );
  }

  test('asks about cookies until a choice is stored', async () => {
    const { unmount } = renderInLanguage('en', pages, '/auth');
    expect(await screen.findByRole('button', { name: 'Accept All' })).toBeVisible();
    unmount();
    writeStored('cookieChoice', 'essential');
    renderInLanguage('en', pages, '/auth');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Come in, it’s still warm.');
  });

  test('first offers a look at the packs, without an account', async () => {
    writeStored('cookieChoice', 'essential');
    renderInLanguage('en', pages, '/auth?next=%2Foffers');
    const look = screen.getByRole('link', { name: 'Look at the packs first' });
    expect(look).toHaveAttribute('href', '/offers');
    expect(look.compareDocumentPosition(screen.getByLabelText('E-mail'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  test('sends a code, stores the address and opens the code page', async () => {
    writeStored('cookieChoice', 'all');
    renderInLanguage('en', pages, '/auth');
    await userEvent.type(screen.getByLabelText('E-mail'), ' marta@example.com {Enter}');
    expect(await screen.findByText('the code page')).toBeVisible();
    expect(call).toHaveBeenCalledWith('sendCode', {
      body: { email: 'marta@example.com', purpose: 'sign_in', device_name: navigator.userAgent },
    });
    expect(readStored('tempEmail')).toBe('marta@example.com');
  });

  test('offers the configured providers, with the next path; shows why the last attempt failed', async () => {
    writeStored('cookieChoice', 'all');
    mockProviders({ data: ['google', 'facebook'] });
    renderInLanguage('ru', pages, '/auth?next=%2Foffers%2F7&problem=notVerified');
    const google = await screen.findByRole('link', { name: 'Войти через Google' });
    expect(google).toHaveAttribute('href', '/google/redirect?language=ru&next=%2Foffers%2F7');
    expect(screen.getByRole('link', { name: 'Войти через Facebook' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Войти через Apple' })).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('Войди по почте.');
  });

  test('without providers, only mail and password', async () => {
    writeStored('cookieChoice', 'all');
    renderInLanguage('en', pages, '/auth?problem=nonsense');
    await waitFor(() => expect(call).toHaveBeenCalledWith('listAuthProviders'));
    await renderAnswers(call);
    expect(screen.queryByRole('link', { name: /Google|Apple|Facebook/ })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
