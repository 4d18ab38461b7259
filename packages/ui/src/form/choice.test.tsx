import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ChoiceTile, ChoiceTiles } from './choice.tsx';

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
