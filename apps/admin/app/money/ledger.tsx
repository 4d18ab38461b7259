import { ledgerAccountKinds, ledgerTransactionKinds } from '@wopack/contract/vocabulary';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../lib/resources.ts';
import { useFormat } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { OrderLink, UserLink } from '../ui/panels.tsx';
import { PAYOUT_TONES } from './payout-runs.tsx';

/** All entries of the double-entry ledger. */
export function Ledger() {
  const { t } = useTranslation('admin');
  const period = usePeriodFilters();
  const { formatDateTimeSeconds, formatAmount } = useFormat();
  return (
    <ListPage
      resource="ledger"
      title={t('menu.ledger')}
      note={t('ledger.note')}
      columns={[
        { key: 'id', head: t('shared.number'), sort: 'id', render: (row) => row.id },
        { key: 'at', head: t('shared.at'), render: (row) => formatDateTimeSeconds(row.at) },
        {
          key: 'account',
          head: t('shared.account'),
          render: (row) => (
            <>
              {t(`accounts.${row.account}`)}
              {row.user ? (
                <>
                  {' · '}
                  <UserLink user={row.user} />
                </>
              ) : null}
            </>
          ),
        },
        { key: 'order', head: t('shared.order'), render: (row) => <OrderLink id={row.order_id} /> },
        { key: 'note', head: t('ledger.text'), render: (row) => row.note || '–' },
        {
          key: 'debit',
          head: t('ledger.debit'),
          isAmount: true,
          render: (row) => (row.amount_cents > 0 ? formatAmount(row.amount_cents) : '–'),
          sum: (sums) => formatAmount(sums.debit_cents),
        },
        {
          key: 'credit',
          head: t('ledger.credit'),
          isAmount: true,
          render: (row) => (row.amount_cents < 0 ? formatAmount(-row.amount_cents) : '–'),
          sum: (sums) => formatAmount(sums.credit_cents),
        },
        {
          key: 'kind',
          isState: true,
          head: t('ledger.kind'),
          render: (row) => t(`transactions.${row.kind}`),
        },
      ]}
      filters={[
        ...period,
        chooseFrom('account', t('shared.account'), ledgerAccountKinds, (value) => t(`accounts.${value}`)),
        chooseFrom('kind', t('ledger.kind'), ledgerTransactionKinds, (value) => t(`transactions.${value}`)),
        { kind: 'text', name: 'user_id', label: t('ledger.userNumber') },
        { kind: 'text', name: 'order_id', label: t('ledger.orderNumber') },
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('ledger.empty')}
    />
  );
}

/** Results of the nightly comparisons. */
export function Reconciliations() {
  const { t } = useTranslation('admin');
  const { time } = useColumns('reconciliations');
  const period = usePeriodFilters();
  const { formatDateTime } = useFormat();
  const [shown, setShown] = useState<Row<'reconciliations'> | null>(null);
  return (
    <>
      <ListPage
        resource="reconciliations"
        title={t('menu.reconciliations')}
        note={t('reconciliations.note')}
        columns={[
          time('at', t('shared.at'), (row) => row.checked_at, { sort: 'checked_at' }),
          {
            key: 'kind',
            head: t('reconciliations.kind'),
            render: (row) => t(`reconciliations.compared.${row.kind}`),
          },
          {
            key: 'result',
            isState: true,
            head: t('reconciliations.result'),
            render: (row) =>
              row.differences.length === 0 ? (
                <Pill tone="ok">{t('reconciliations.agrees')}</Pill>
              ) : (
                <span className="inline-flex flex-wrap items-center gap-2">
                  <Pill tone="bad">
                    {t('reconciliations.differences', { count: row.differences.length })}
                  </Pill>
                  <button type="button" className="link min-h-9 text-sm" onClick={() => setShown(row)}>
                    {t('shared.read')}
                    <span className="sr-only"> {formatDateTime(row.checked_at)}</span>
                  </button>
                </span>
              ),
          },
        ]}
        filters={[
          ...period,
          chooseFrom('kind', t('reconciliations.kind'), ['ledger', 'provider'], (value) =>
            t(`reconciliations.compared.${value}`),
          ),
        ]}
        sort={{ field: 'checked_at', order: 'DESC' }}
        emptyText={t('reconciliations.notChecked')}
      />
      {shown ? (
        <Sheet
          open
          onClose={() => setShown(null)}
          title={t(`reconciliations.compared.${shown.kind}`)}
          description={formatDateTime(shown.checked_at)}
        >
          <ul className="grid list-disc gap-2 pl-5 text-sm break-words">
            {shown.differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </Sheet>
      ) : null}
    </>
  );
}

/** Monthly statements of sellers and partners. */
export function Statements() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('statements');
  return (
    <ListPage
      resource="statements"
      title={t('menu.statements')}
      columns={[
        { key: 'number', head: t('statements.number'), sort: 'id', render: (row) => row.number },
        { key: 'user', head: t('shared.name'), render: (row) => <UserLink user={row.user} /> },
        { key: 'role', head: t('shared.role'), render: (row) => t(`users.roles.${row.role}`) },
        {
          key: 'month',
          head: t('shared.month'),
          render: (row) => (
            <>
              {row.month}
              {row.is_former ? <span className="block text-muted">{t('tax.formerOwner')}</span> : null}
            </>
          ),
        },
        time('issued', t('statements.issued'), (row) => row.issued_at),
        amount('opening', t('statements.opening'), (row) => row.opening_cents),
        amount('closing', t('statements.closing'), (row) => row.closing_cents),
        amount('commission', t('statements.commission'), (row) => row.commission_cents),
        {
          key: 'payout',
          isState: true,
          head: t('statements.payout'),
          render: (row) =>
            row.payout_state ? (
              <Pill tone={PAYOUT_TONES[row.payout_state]}>{t(`payouts.states.${row.payout_state}`)}</Pill>
            ) : (
              <Pill>{t('statements.notPaidOut')}</Pill>
            ),
        },
      ]}
      filters={[
        { kind: 'text', name: 'user_id', label: t('ledger.userNumber') },
        chooseFrom('role', t('shared.role'), ['seller', 'partner'], (value) => t(`users.roles.${value}`)),
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('statements.empty')}
    />
  );
}
