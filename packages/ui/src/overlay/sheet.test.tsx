import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './sheet.tsx';

const openDialog = (loading: boolean) => {
  const onClose = vi.fn();
  render(
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete the account?"
      confirmLabel="Delete"
      cancelLabel="Keep"
      loading={loading}
      onConfirm={() => undefined}
    />,
  );
  return onClose;
};

test('it closes before the action is confirmed', async () => {
  const onClose = openDialog(false);
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('while the action runs, it can be closed by no means', async () => {
  const onClose = openDialog(true);
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});
