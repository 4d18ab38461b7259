import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { ChoiceTile, ChoiceTiles } from './form/choice.tsx';
import { ConfirmDialog } from './overlay/sheet.tsx';

describe('choice tiles', () => {
  function Quantity({ error }: { error?: string }) {
    const [value, setValue] = useState<string | null>(null);
    return (
      <ChoiceTiles legend="Packs a day" value={value} onChange={setValue} error={error}>
        {['1', '2', '3'].map((quantity) => (
          <ChoiceTile key={quantity} value={quantity}>
            {quantity}
          </ChoiceTile>
        ))}
      </ChoiceTiles>
    );
  }

  test('one tab stop; the arrow keys move and select', async () => {
    render(<Quantity />);
    expect(screen.getByRole('radiogroup', { name: 'Packs a day' })).not.toHaveAttribute('aria-invalid');
    await userEvent.click(screen.getByRole('radio', { name: '1' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: '2' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '2' })).toHaveFocus();
    expect(screen.getByRole('radio', { name: '1' })).not.toBeChecked();
  });

  test('the error is announced with the group', () => {
    render(<Quantity error="Choose how many" />);
    const group = screen.getByRole('radiogroup', { name: 'Packs a day' });
    expect(group).toHaveAttribute('aria-invalid', 'true');
    expect(group).toHaveAccessibleDescription('Choose how many');
    expect(screen.getByRole('alert')).toHaveTextContent('Choose how many');
  });
});

describe('confirmation', () => {
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
});
