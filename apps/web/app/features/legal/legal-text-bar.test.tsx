import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { data } from '../../../test/test-checkout.tsx';
import LegalTextBar from './legal-text-bar.tsx';

const change = {
  text: 'terms',
  version: '2026-11-30',
  holds_from: '2027-01-03T00:00:00Z',
  changes: 'Packs that keep can be withdrawn from.',
  is_in_force: false,
  needs_acceptance: true,
};

test('says what changes and from when, and goes once it is accepted', async () => {
  const api = fakeApi({
    '/legal_texts': [...data([change]), { body: { success: true, code: 0 } }, ...data([])],
  });
  renderInLanguage('en', <LegalTextBar />);
  expect(await screen.findByText(/Terms and conditions: a new version from 3 January 2027/)).toBeVisible();
  expect(screen.getByText(change.changes)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Read' })).toHaveAttribute(
    'href',
    '/policy/terms-conditions/2026-11-30',
  );
  expect(screen.queryByRole('link', { name: 'Delete account' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Accepted.')).toBeVisible();
  expect(api.getBodies('/legal_texts')).toContainEqual({ text: 'terms', version: '2026-11-30' });
  expect(screen.queryByText(change.changes)).toBeNull();
});

test('once it holds, accepting or leaving is the choice; a text that users are only told of is confirmed', async () => {
  const privacy = { ...change, text: 'privacy', version: '2026-12-01', needs_acceptance: false };
  fakeApi({ '/legal_texts': data([{ ...change, is_in_force: true }, privacy]) });
  renderInLanguage('en', <LegalTextBar />);
  expect(await screen.findByRole('link', { name: 'Delete account' })).toHaveAttribute(
    'href',
    '/account/delete',
  );
  expect(screen.getByRole('button', { name: 'Accept' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Understood' })).toBeVisible();
});
