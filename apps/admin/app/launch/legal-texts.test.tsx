import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerWith, operator, renderConsole, startFakeServer } from '../../test/setup.tsx';
import LegalTexts from './legal-texts.tsx';

startFakeServer();
const rights = [...operator.rights, 'launch.view'];
const bodies: unknown[] = [];
beforeEach(() => {
  operator.rights = rights;
  bodies.length = 0;
});

const held = { version: '2026-11-23', holds_from: '2026-11-23T00:00:00Z' };
const terms = {
  text: 'terms',
  title: 'Terms and conditions',
  ...held,
  planned: null,
  waiting: {
    version: '2026-11-30',
    changes: 'Packs that keep can be withdrawn from.',
    notice_days: 30,
    earliest: '2026-12-31',
  },
};
const planned = {
  version: '2026-11-30',
  announced_at: '2026-11-30T10:00:00Z',
  holds_from: '2026-12-31T00:00:00Z',
  changes: terms.waiting.changes,
};
const privacy = { text: 'privacy', title: 'Privacy', ...held, planned: null, waiting: null };

const answer = () =>
  answerWith(({ method, body }) => {
    if (method === 'POST') bodies.push(body);
    const texts = bodies.length > 0 ? [{ ...terms, waiting: null, planned }, privacy] : [terms, privacy];
    return { body: { data: texts } };
  });

test('an owner announces the version that waits, for a day that is far enough ahead', async () => {
  operator.rights = [...rights, 'legal_texts.announce'];
  answer();
  renderConsole(<LegalTexts />);
  await userEvent.click(await screen.findByRole('button', { name: 'Announce: Terms and conditions' }));
  const dialog = await screen.findByRole('dialog');
  const day = within(dialog).getByLabelText('Holds from');
  expect(day).toHaveValue('2026-12-31');
  expect(day).toHaveAttribute('min', '2026-12-31');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'With the release.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Tell everybody' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies).toEqual([
    { text: 'terms', version: '2026-11-30', holds_from: '2026-12-31', reason: 'With the release.' },
  ]);
  expect(screen.getByText('announced')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Announce/ })).toBeNull();
});

test('others see what waits', async () => {
  answer();
  renderConsole(<LegalTexts />);
  expect(await screen.findByText('waits for you')).toBeVisible();
  expect(screen.getByText('Packs that keep can be withdrawn from.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
