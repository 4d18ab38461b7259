import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OperatorRight } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import { expect, test } from 'vitest';
import { answerWith, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import { CaseGuard } from './case-guard.tsx';
import { ActionDialog, RecordActions } from './forms-and-actions.tsx';

startFakeServer();

interface CaseAnswer {
  is_own: boolean;
  alone_with: OperatorRight[];
  waits_for: OperatorRight[];
  reader_languages: Language[];
}

const NOBODYS: CaseAnswer = { is_own: false, alone_with: [], waits_for: [], reader_languages: [] };
const OWN: CaseAnswer = { ...NOBODYS, is_own: true };
const answerCase = (data: CaseAnswer) => answerWith(() => ({ body: { data } }));

const renderButton = () =>
  renderConsole(
    <CaseGuard kind="payout_run" id={7} right="payouts.manage">
      <button type="button">Mark as sent</button>
    </CaseGuard>,
  );

test.each([
  [OWN, 'This concerns you: another operator decides it.'],
  [{ ...NOBODYS, waits_for: ['payouts.manage'] } as CaseAnswer, /^You took the step before this one/],
])(
  'a button that another operator has to press is disabled, with the reason beside it',
  async (data, text) => {
    answerCase(data);
    renderButton();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Mark as sent' })).toBeDisabled();
    expect(requests).toEqual(['GET /cases/payout_run/7']);
  },
);

test('otherwise the button is as it is', async () => {
  answerCase(NOBODYS);
  renderButton();
  expect(await screen.findByRole('button', { name: 'Mark as sent' })).toBeEnabled();
  expect(screen.queryByRole('note')).toBeNull();
});

test('where nobody else can, the button is enabled, and says what follows', async () => {
  answerCase({ ...OWN, alone_with: ['payouts.manage'] });
  renderButton();
  expect(await screen.findByText(/^This concerns you\. Nobody else can decide it/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mark as sent' })).toBeEnabled();
});

test('of the buttons of a record, those are disabled whose right another operator has', async () => {
  answerCase({ ...OWN, alone_with: ['sellers.suspend'] });
  const actions = [
    { key: 'a', label: 'Verify', effect: '', right: 'sellers.view', run: async () => {} },
    { key: 'b', label: 'Hold back', effect: '', right: 'orders.refund', run: async () => {} },
  ] as const;
  renderConsole(<RecordActions about={{ kind: 'seller', id: 3 }} actions={actions} />);
  expect(await screen.findByRole('note')).toBeVisible();
  for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled();
});

test('whoever may use none of the buttons of a record reads who may', async () => {
  answerCase(NOBODYS);
  const action = {
    key: 'a',
    label: 'Suspend',
    effect: '',
    right: 'sellers.hold_payouts',
    run: async () => {},
  } as const;
  renderConsole(<RecordActions about={{ kind: 'seller', id: 3 }} actions={[action]} />);
  expect(await screen.findByText('Who can change this: Finance, Owner.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the reason says in which languages its readers read', async () => {
  answerCase({ ...NOBODYS, reader_languages: ['pt', 'ru'] });
  const action = {
    key: 'a',
    label: 'Hide',
    effect: '',
    right: 'orders.refund',
    run: async () => {},
  } as const;
  renderConsole(<RecordActions about={{ kind: 'product', id: 3 }} actions={[action]} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
  expect(await screen.findByText(/write in Portuguese, in Russian\.$/)).toBeVisible();
});

test('a dialog that a row of a list opens says so, and sends nothing', async () => {
  answerCase(OWN);
  renderConsole(
    <ActionDialog
      about={{ kind: 'review', id: 10031, right: 'catalogue.moderate' }}
      title="Hide"
      confirmLabel="Hide"
      reasonHint=""
      action={async () => {
        throw new Error('it is not to be sent');
      }}
      done="Saved"
      onClose={() => {}}
    />,
  );
  expect(await screen.findByText('This concerns you: another operator decides it.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Reason'), 'Mine.{Enter}');
  expect(screen.getByRole('button', { name: 'Hide' })).toBeDisabled();
  expect(requests).toEqual(['GET /cases/review/10031']);
});
