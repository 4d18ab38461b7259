import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderIn } from '../../test/render.tsx';
import { Folded } from './folded.tsx';

const show = (count: number) =>
  renderIn(
    'en',
    <Folded of={Array.from({ length: count }, (_, i) => i)} shown={3} more={`All ${count}`}>
      {(one) => <li key={one}>{one}</li>}
    </Folded>,
  );

test('as many as fit are all there is', () => {
  show(3);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button')).toBeNull();
});

test('more of them on request', async () => {
  show(4);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'All 4' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByRole('button')).toBeNull();
});
