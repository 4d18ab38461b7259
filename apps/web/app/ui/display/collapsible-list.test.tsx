import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { CollapsibleList } from './collapsible-list.tsx';

const renderList = (count: number) =>
  renderInLanguage(
    'en',
    <CollapsibleList
      items={Array.from({ length: count }, (_, i) => i)}
      initialCount={3}
      moreLabel={`All ${count}`}
    >
      {(item) => <li key={item}>{item}</li>}
    </CollapsibleList>,
  );

test('a list that fits has no button', () => {
  renderList(3);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the rest is shown on demand', async () => {
  renderList(4);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'All 4' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByRole('button')).toBeNull();
});
