import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Queries } from '../../test/fake-api.tsx';
import { renderIn } from '../../test/render.tsx';
import answers from '../../test/worked-example.json' with { type: 'json' };
import { call } from '../lib/api.ts';
import { PartnerStats } from '../modules/affiliates/partner-stats.tsx';
import { PeopleList } from '../modules/affiliates/people-list.tsx';
import { StatementDetail } from '../modules/ledger/statement-detail.tsx';
import { TransactionList } from '../modules/ledger/transaction-list.tsx';

/** docs/worked-example.md on the screens, by the answers that the server gave when it lived through it. */
vi.mock(import('../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const doc = readFileSync(join(import.meta.dirname, '../../../../docs/worked-example.md'), 'utf8');
const euros = (text: string) => {
  const amount = Number(text);
  return `${amount < 0 ? '-' : ''}€${Math.abs(amount).toFixed(2)}`;
};
const answer = (reply: object) => vi.mocked(call).mockResolvedValue(reply as never);
const show = (screenful: React.ReactElement) => renderIn('en', <Queries>{screenful}</Queries>);

beforeEach(() => {
  // As on a telephone.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.mocked(call).mockReset();
});

describe('statements', () => {
  const told = [...doc.matchAll(/^### (\w+), ([\d-]+): (\S+)\n\n\|.*\n\|.*\n((?:\|.*\n)+)/gm)];

  test('there are eight', () => expect(told).toHaveLength(8));

  test.each(told.map(([, who, month, number, table]) => ({ who, month, number: number!, table: table! })))(
    '$who, $month',
    async ({ number, table }) => {
      const statement = answers.statements.find((one) => one.number === number)!;
      answer({ data: statement });
      show(<StatementDetail id={statement.id} />);
      const rows = table
        .trim()
        .split('\n')
        .map((row) => row.split('|').map((cell) => cell.trim()));
      const amounts = rows.map(([, name, amount]) => [name!, euros(amount!)] as const);
      const ofCommission = amounts.filter(([name]) => name === 'Commission' || name === 'of it VAT');
      const shown = await screen.findAllByRole('definition');
      expect(shown.map(({ textContent }) => textContent)).toEqual(
        amounts.filter((row) => !ofCommission.includes(row)).map(([, amount]) => amount),
      );
      for (const [, amount] of ofCommission)
        expect(screen.getByText(/^Commission/)).toHaveTextContent(amount);
    },
  );
});

describe('movements: what came and what went', () => {
  const told = [...doc.matchAll(/^\| (\w+) \| ([\d.]+) \| ([\d.]+) \|$/gm)].map(([, ...row]) => row);

  test('of seven people', () => expect(told).toHaveLength(7));

  test.each(told)('%s', async (who, came, went) => {
    answer(answers.transactions[who as keyof typeof answers.transactions]);
    show(<TransactionList />);
    const sums = await screen.findAllByRole('definition');
    expect(sums.map(({ textContent }) => textContent)).toEqual([euros(came!), euros(went!)]);
  });
});

test('Bento’s movements one by one', async () => {
  answer(answers.transactions.Bento);
  show(<TransactionList />);
  // Six packs at 4.70; 1.00 and 4.70 given back, 13.10 and 9.40 paid out.
  await screen.findAllByRole('definition');
  expect(screen.getAllByText('+€4.70')).toHaveLength(6);
  for (const gone of ['-€1.00', '-€4.70', '-€13.10', '-€9.40']) expect(screen.getByText(gone)).toBeVisible();
});

test('Paula’s client and seller, and what is hers of each', async () => {
  answer(answers.clients);
  const { unmount } = show(<PeopleList side="clients" />);
  // Marta bought three packs; the one given back is counted out.
  const clients = await screen.findByRole('region');
  expect(within(clients).getAllByText(/€7\.98/).length).toBeGreaterThan(0);
  expect(within(clients).getAllByText(/€0\.39/).length).toBeGreaterThan(0);
  unmount();
  answer(answers.sellers);
  show(<PeopleList side="sellers" />);
  const sellers = await screen.findByRole('region');
  expect(within(sellers).getAllByText(/€29\.95/).length).toBeGreaterThan(0);
  expect(within(sellers).getAllByText(/€0\.97/).length).toBeGreaterThan(0);
});

test('Paula’s page: 1.16 and 0.19 credited, the rest owed below the minimum', async () => {
  show(<PartnerStats overview={answers.overview as never} />);
  expect(await screen.findByText('€1.35')).toBeVisible();
});
