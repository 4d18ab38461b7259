import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerWith, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import { CaseGuard } from './case-guard.tsx';

startFakeServer();

const answerCase = (data: { is_own: boolean; waits_for_other: boolean }) =>
  answerWith(() => ({ body: { data } }));

const renderButton = () =>
  renderConsole(
    <CaseGuard kind="payout_run" id={7}>
      <button type="button">Mark as sent</button>
    </CaseGuard>,
  );

test.each([
  [{ is_own: true, waits_for_other: false }, 'This concerns you: another operator decides it.'],
  [{ is_own: false, waits_for_other: true }, /^You took the last step of this run/],
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
  answerCase({ is_own: false, waits_for_other: false });
  renderButton();
  expect(await screen.findByRole('button', { name: 'Mark as sent' })).toBeEnabled();
  expect(screen.queryByRole('note')).toBeNull();
});
