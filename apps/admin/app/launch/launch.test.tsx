import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerWith, operator, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import Launch from './launch.tsx';
import ProcessingRecord from './processing-record.tsx';

startFakeServer();
const rights = [...operator.rights, 'launch.view'];
beforeEach(() => {
  operator.rights = [...rights, 'launch.check'];
});

const page = (target: string) => ({ kind: 'page', target, label: 'Look' });
const list = {
  operator_name: 'WoPack Porto, Lda.',
  checked_at: '2026-11-20T12:00:00Z',
  ok: 2,
  later: 1,
  missing: 1,
  summary: 'Not yet. Missing: 1, can wait: 1.',
  advice: 'Tell nobody the address yet.',
  groups: [
    {
      id: 'money',
      title: 'Money',
      ok: 0,
      checks: [
        {
          id: 'dac7',
          state: 'missing',
          title: 'DAC7 registration',
          reason: 'No number.',
          link: { kind: 'setting', target: 'OPERATOR_DAC7_NUMBER', label: 'Setting' },
        },
        { id: 'invoicing', state: 'later', title: 'Invoicing', reason: 'No program.', link: null },
      ],
    },
    {
      id: 'texts',
      title: 'What people read',
      ok: 2,
      checks: [
        {
          id: 'second_factor',
          state: 'ok',
          title: 'Second step',
          reason: '4 of 4.',
          link: { kind: 'console', target: '/operators', label: 'Open' },
        },
        {
          id: 'accessibility',
          state: 'ok',
          title: 'Accessibility statement',
          reason: '55 pages.',
          link: page('https://wopack.example/policy/accessibility'),
        },
      ],
    },
  ],
};
const empty = { ...list, checked_at: null, ok: 0, later: 0, missing: 0, groups: [] };

const findRow = async (title: string) =>
  (await screen.findByRole('heading', { level: 3, name: new RegExp(`^${title}`) })).closest('li')!;

test('each row says its state in words, why, and where to look', async () => {
  answerWith(() => ({ body: { data: list } }));
  renderConsole(<Launch />);
  expect(await screen.findByText('2 of 4')).toBeVisible();
  expect(screen.getByText(list.summary)).toBeVisible();
  expect(screen.getByText(/^WoPack Porto, Lda\. · Checked 20 Nov, 12:00/)).toBeVisible();
  const dac7 = await findRow('DAC7 registration');
  expect(dac7).toHaveTextContent('DAC7 registration: missing');
  expect(within(dac7).getByText('OPERATOR_DAC7_NUMBER')).toBeVisible();
  expect(await findRow('Invoicing')).toHaveTextContent('Invoicing: can wait');
  expect(screen.getByRole('link', { name: 'Open Second step' })).toHaveAttribute('href', '/operators');
  expect(screen.getByRole('link', { name: 'Look Accessibility statement' })).toHaveAttribute(
    'href',
    'https://wopack.example/policy/accessibility',
  );
  expect(within(screen.getByRole('region', { name: 'Money' })).getByText('0 of 2')).toBeVisible();
});

test('all is checked again on request, and the page shows what was found', async () => {
  let stored: object = empty;
  answerWith(({ method }) => {
    if (method === 'POST') stored = list;
    return { body: { data: stored } };
  });
  renderConsole(<Launch />);
  expect(await screen.findByText('Nothing was checked yet.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'As PDF' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Check all' }));
  expect(await screen.findByText('2 of 4')).toBeVisible();
  expect(requests).toContain('POST /launch/check');
  expect(screen.getByRole('button', { name: 'Check all again' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'As PDF' })).toBeVisible();
});

test('a check that fails is said, and the list stays', async () => {
  answerWith(({ method }) =>
    method === 'POST'
      ? { status: 429, body: { code: 7, message: 'Too many tries. Wait a moment.' } }
      : { body: { data: list } },
  );
  renderConsole(<Launch />);
  await userEvent.click(await screen.findByRole('button', { name: 'Check all again' }));
  expect(screen.getByText('2 of 4')).toBeVisible();
});

test('whoever may only look has no button, and no link to what they may not open', async () => {
  operator.rights = rights.filter((right) => right !== 'operators.manage');
  answerWith(() => ({ body: { data: list } }));
  renderConsole(<Launch />);
  await findRow('Second step');
  expect(screen.queryByRole('button', { name: 'Check all again' })).toBeNull();
  expect(screen.queryByRole('link', { name: /Second step/ })).toBeNull();
  operator.rights = rights;
});

test('a list that does not come says so', async () => {
  answerWith(() => ({ status: 403, body: { code: 3, message: 'You don’t have permission for this.' } }));
  renderConsole(<Launch />);
  expect(await screen.findByText('You don’t have permission for this.')).toBeVisible();
});

test('the processing record has each activity with its columns', async () => {
  answerWith(() => ({
    body: {
      data: {
        version: '0.2.0-1a2b3c4d',
        controller: { name: 'WoPack Porto, Lda.', address: 'Porto', email: null },
        security: 'Encrypted.',
        activities: [
          {
            ...{ id: 'accounts', title: 'Accounts', purpose: 'Sign in.', basis: 'Contract.' },
            ...{ people: 'Everybody.', data: 'Name.', recipients: 'The mail server.' },
            columns: [{ table: 'users', column: 'email', fate: 'erased' }],
          },
        ],
      },
    },
  }));
  renderConsole(<ProcessingRecord />);
  expect(await screen.findByText(/Version 0\.2\.0-1a2b3c4d/)).toBeVisible();
  const activity = screen.getByRole('region', { name: 'Accounts' });
  for (const text of ['Sign in.', 'Contract.', 'The mail server.'])
    expect(within(activity).getByText(text)).toBeVisible();
  await userEvent.click(within(activity).getByText('Columns: 1', { selector: 'summary' }));
  expect(within(activity).getByText('users.email')).toBeVisible();
  expect(within(activity).getByText('erased within 30 days')).toBeVisible();
});
