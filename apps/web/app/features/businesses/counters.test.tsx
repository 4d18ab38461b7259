import { useQuery } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { CounterNames } from './counter-names.tsx';
import { Counters, countersQuery } from './counters.tsx';

const call = mockCalls();

const counter = {
  id: 3,
  name: 'Tablet da Trindade',
  sale_place: { id: 7, name: 'Padaria Aurora' },
  paired_at: '2026-11-20T09:00:00Z',
  last_used_at: '2026-11-20T17:40:00Z',
  code_expires_at: null,
  has_wrong_tries: false,
  asks_name: false,
};
const salePlaces = [
  { id: 7, name: 'Padaria Aurora' },
  { id: 8, name: 'Aurora Café' },
];

test('a counter is added with a name and a shop, and its code is shown once', async () => {
  call.mockImplementation((name) => {
    if (name !== 'addCounter') return { data: [] };
    const made = { ...counter, name: 'Caixa', code_expires_at: '2026-11-20T18:00:00Z' };
    return { data: { counter: made, code: 'K7MX2P' } };
  });
  renderInLanguage('en', <Counters counters={[]} salePlaces={salePlaces} />);
  await userEvent.click(screen.getByRole('button', { name: 'Add a counter' }));
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.click(sheet.getByRole('button', { name: 'Make a code' }));
  expect(sheet.getByText('Give the counter a name.')).toBeVisible();
  expect(call).not.toHaveBeenCalled();
  await userEvent.type(sheet.getByLabelText('Name'), ' Caixa ');
  await userEvent.selectOptions(sheet.getByLabelText('Shop'), 'Aurora Café');
  await userEvent.click(sheet.getByRole('button', { name: 'Make a code' }));
  expect(await screen.findByText('K7MX2P')).toBeVisible();
  expect(call).toHaveBeenCalledWith('addCounter', { body: { name: 'Caixa', sale_place_id: 8 } });
});

test('the code is there until the device is paired, which is said', async () => {
  const made = { ...counter, paired_at: null, last_used_at: null, code_expires_at: '2999-01-01T00:00:00Z' };
  call.mockImplementation((name) => ({
    data: name === 'renewCounterCode' ? { counter: made, code: 'K7MX2P' } : [made],
  }));
  const Page = () => <Counters counters={useQuery(countersQuery).data ?? []} salePlaces={salePlaces} />;
  queryClient.setQueryData(countersQuery.queryKey, [{ ...made, code_expires_at: null }]);
  renderInLanguage('en', <Page />);
  await userEvent.click(screen.getByRole('button', { name: 'New code for Tablet da Trindade' }));
  expect(await screen.findByText('K7MX2P')).toBeVisible();
  expect(screen.getByText('Waiting for the device…')).toBeVisible();
  act(() => void queryClient.setQueryData(countersQuery.queryKey, [counter]));
  expect(await screen.findByRole('dialog', { name: 'Tablet da Trindade is paired.' })).toBeVisible();
  expect(screen.queryByText('K7MX2P')).toBeNull();
});

test('ending a counter is confirmed first', async () => {
  call.mockReturnValue({ success: true, code: 0 });
  renderInLanguage('en', <Counters counters={[counter]} salePlaces={salePlaces} />);
  await userEvent.click(screen.getByRole('button', { name: 'End Tablet da Trindade' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(call).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'End' }));
  expect(await screen.findByText(/is ended/)).toBeInTheDocument();
  expect(call).toHaveBeenCalledWith('endCounter', { params: { id: 3 } });
});

test('a counter asks who hands out, and names without an account are added and taken off', async () => {
  call.mockImplementation((name) => ({
    data: name === 'updateCounter' ? { ...counter, asks_name: true } : [],
  }));
  const names = [{ id: 5, name: 'Rosa', sale_place: { id: 7, name: 'Padaria Aurora' } }];
  renderInLanguage(
    'en',
    <>
      <Counters counters={[counter]} salePlaces={salePlaces} />
      <CounterNames names={names} salePlaces={salePlaces} />
    </>,
  );
  await userEvent.click(screen.getByRole('switch', { name: /Ask who hands out: .*Tablet da Trindade/ }));
  expect(call).toHaveBeenCalledWith('updateCounter', { params: { id: 3 }, body: { asks_name: true } });
  const section = within(screen.getByRole('region', { name: 'Names without an account' }));
  await userEvent.click(section.getByRole('button', { name: 'Add' }));
  expect(section.getByText('Type a name.')).toBeVisible();
  await userEvent.type(section.getByLabelText('Name'), ' Bruno ');
  await userEvent.selectOptions(section.getByLabelText('Shop'), 'Aurora Café');
  await userEvent.click(section.getByRole('button', { name: 'Add' }));
  expect(call).toHaveBeenCalledWith('addCounterName', { body: { name: 'Bruno', sale_place_id: 8 } });
  await userEvent.click(section.getByRole('button', { name: 'Take off the list: Rosa' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Take off' }));
  expect(call).toHaveBeenCalledWith('removeCounterName', { params: { id: 5 } });
});
