import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultSchedule } from '@wopack/domain';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { ScheduleForm } from './schedule-form.tsx';

const call = mockCalls();

function TestForm({ savedQuantity }: { savedQuantity: string | null }) {
  const [quantity, setQuantity] = useState(savedQuantity);
  return (
    <ScheduleForm
      productId={7}
      schedule={defaultSchedule}
      savedSchedule={defaultSchedule}
      onScheduleChange={() => {}}
      quantity={quantity}
      onQuantityChange={setQuantity}
      onProductMissing={() => {}}
      successMessage="Saved."
      onSaved={() => {}}
      footer={() => <button type="submit">Save</button>}
    />
  );
}

const renderForm = (savedQuantity: string | null = null) =>
  renderInLanguage('en', <TestForm savedQuantity={savedQuantity} />);
const getField = () => screen.getByRole('textbox', { name: 'How many packs a day' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('1 to 7 are buttons, and a field takes more, up to 99', async () => {
  call.mockResolvedValue({ data: { id: 7, kept_dates: [], first_pickup: null } });
  renderForm();
  expect(screen.getAllByRole('radio').map((radio) => radio.textContent)).toEqual([...'1234567', 'More']);
  expect(screen.queryByRole('textbox', { name: 'How many packs a day' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'More' }));
  await userEvent.clear(getField());
  await userEvent.type(getField(), '100');
  await save();
  expect(getField()).toHaveFocus();
  expect(getField()).toHaveAccessibleDescription('A number from 1 to 99.');
  expect(call).not.toHaveBeenCalled();
  await userEvent.clear(getField());
  await userEvent.type(getField(), '40');
  await save();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('updateSchedule', {
      body: { product_id: 7, quantity: '40', schedule: defaultSchedule },
    }),
  );
});

test('a larger number that is saved is in the field, and a button takes its place', async () => {
  renderForm('12');
  expect(getField()).toHaveValue('12');
  await userEvent.click(screen.getByRole('radio', { name: '5' }));
  expect(screen.queryByRole('textbox', { name: 'How many packs a day' })).toBeNull();
  expect(screen.getByRole('radio', { name: '5' })).toBeChecked();
});
