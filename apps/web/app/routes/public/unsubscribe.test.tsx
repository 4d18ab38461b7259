import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { Component as UnsubscribePage } from './unsubscribe.tsx';

const call = mockCalls();

const refuse = (code: number, status: number, errors?: Record<string, string[]>) =>
  new ApiError(status, { code, message: 'Check what is marked.', ...(errors && { errors }) });

test.each([
  ['malformed', refuse(1, 422, { key: ['Not a key.'] })],
  ['unknown', refuse(4, 404)],
])('a link with a key that is %s is said to be not valid', async (_what, error) => {
  call.mockRejectedValue(error);
  renderInLanguage(
    'en',
    <Routes>
      <Route path="/unsubscribe/:what" element={<UnsubscribePage />} />
    </Routes>,
    '/unsubscribe/favourites#x',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Stop these e-mails' }));
  expect(await screen.findByText(/^This link is not valid/)).toBeVisible();
  expect(screen.queryByText('Check what is marked.')).toBeNull();
  expect(call).toHaveBeenCalledWith('unsubscribe', { body: { what: 'favourites', key: 'x' } });
});
