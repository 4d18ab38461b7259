import { providerPayoutStatuses, transferStates } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, OrderLink, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { isOneOf, ProviderWords } from './disputes.tsx';

type TransferRow = Row<'transfers'>;

const STATE_TONES = {
  queued: 'info',
  unknown: 'warn',
  made: 'ok',
  refused: 'bad',
  cancelled: 'plain',
} as const satisfies Record<TransferRow['state'], string>;

const STATUS_TONES = {
  pending: 'info',
  paid: 'ok',
  failed: 'bad',
} as const satisfies Record<Row<'provider_payouts'>['status'], string>;

/** Those that have words of their own here. */
const REASONS = [
  'nothing_there',
  'balance_insufficient',
  'insufficient_capabilities_for_transfer',
  'account_invalid',
] as const;

function TransferState({ transfer: { state, needs_attention: needsYou } }: { transfer: TransferRow }) {
  const { t } = useTranslation('admin');
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Pill tone={STATE_TONES[state]}>{t(`transfers.states.${state}`)}</Pill>
      {needsYou ? <Pill tone="bad">{t('transfers.needsYou')}</Pill> : null}
    </span>
  );
}

function Refusal({ error }: { error: string }) {
  const { t } = useTranslation('admin');
  return (
    <ProviderWords words={t(`transfers.reasons.${isOneOf(REASONS, error) ? error : 'other'}`)} raw={error} />
  );
}

function Payee({ payee, role }: { payee: TransferRow['payee']; role: 'seller' | 'partner' }) {
  const hasRight = useRights();
  const name = payee.name || payee.id;
  if (!hasRight(role === 'seller' ? 'sellers.view' : 'partners.view')) return name;
  return (
    <Link
      to={`/${role === 'seller' ? 'sellers' : 'partners'}/${payee.id}`}
      className="underline underline-offset-3"
    >
      {name}
    </Link>
  );
}

/** What is moved to accounts of sellers and partners at the payment provider, and back. */
export function Transfers() {
  const { t } = useTranslation('admin');
  const { time, amount, count, linkedNumber } = useColumns('transfers');
  const { formatAmount } = useFormat();
  return (
    <ListPage
      resource="transfers"
      title={t('menu.transfers')}
      note={t('transfers.note')}
      columns={[
        linkedNumber({ sort: 'id' }),
        time('made', t('transfers.made'), (row) => row.created_at),
        { key: 'kind', head: t('transfers.kind'), render: (row) => t(`transfers.kinds.${row.kind}`) },
        {
          key: 'payee',
          head: t('transfers.payee'),
          render: (row) => <Payee payee={row.payee} role={row.role} />,
        },
        { key: 'role', head: t('transfers.role'), render: (row) => t(`transfers.roles.${row.role}`) },
        { key: 'order', head: t('shared.order'), render: (row) => <OrderLink id={row.order_id} /> },
        amount('amount', t('transfers.amount'), (row) => row.amount_cents, {
          sum: (sums) => formatAmount(sums.amount_cents),
        }),
        {
          key: 'why',
          head: t('transfers.why'),
          render: (row) => (row.error ? <Refusal error={row.error} /> : '–'),
        },
        count('tries', t('transfers.tries'), (row) => row.tries, { isOptional: true }),
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <TransferState transfer={row} />,
        },
      ]}
      filters={[
        ...usePeriodFilters(),
        chooseFrom('state', t('shared.state'), transferStates, (value) => t(`transfers.states.${value}`)),
        chooseFrom('kind', t('transfers.kind'), ['transfer', 'reversal'], (value) =>
          t(`transfers.kinds.${value}`),
        ),
        chooseFrom('needs_attention', t('transfers.attention'), ['yes', 'no'], (value) => t(value)),
        { kind: 'text', name: 'user_id', label: t('transfers.payeeNumber') },
        { kind: 'text', name: 'order_id', label: t('transfers.orderNumber') },
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('transfers.empty')}
    />
  );
}

/** One transfer or reversal, with why it was refused. */
export function Transfer() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('transfers', id);
  const { formatDateTime, formatInteger, formatMoney } = useFormat();
  const hasRight = useRights();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const transfer = query.data;
  if (!transfer) return <PageState query={query} />;
  const { state, kind, error, reverses, next_try_at: nextTryAt, made_at: madeAt } = transfer;
  return (
    <div className="grid gap-4">
      <PageHead
        title={t(`transfers.titles.${kind}`, { id: transfer.id })}
        state={<TransferState transfer={transfer} />}
        back={{ to: '/transfers', label: t('menu.transfers') }}
        subtitle={formatDateTime(transfer.created_at)}
        actions={
          hasRight('payouts.manage') && (state === 'refused' || state === 'unknown') ? (
            <Button variant="brand" size="small" onClick={() => setIsDialogOpen(true)}>
              {t('transfers.tryNow')}
            </Button>
          ) : null
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[420px_minmax(0,1fr)]">
        <Panel title={t('transfers.facts')}>
          <Facts>
            <Fact name={t('transfers.payee')}>
              <Payee payee={transfer.payee} role={transfer.role} />
            </Fact>
            <Fact name={t('transfers.role')}>{t(`transfers.roles.${transfer.role}`)}</Fact>
            <Fact name={t('transfers.sum')}>{formatMoney(transfer.amount_cents)}</Fact>
            <Fact name={t('shared.order')}>
              <OrderLink id={transfer.order_id} />
            </Fact>
            {reverses === null ? null : (
              <Fact name={t('transfers.reverses')}>
                <Link to={`/transfers/${reverses}`} className="underline underline-offset-3">
                  {reverses}
                </Link>
              </Fact>
            )}
            <Fact name={t('transfers.account')}>
              <span className="break-all">{transfer.account_ref}</span>
            </Fact>
            <Fact name={t('transfers.reference')}>
              <span className="break-all">{transfer.reference ?? '–'}</span>
            </Fact>
            <Fact name={t('transfers.tries')}>{formatInteger(transfer.tries)}</Fact>
            <Fact name={t('transfers.done')}>{madeAt ? formatDateTime(madeAt) : '–'}</Fact>
            <Fact name={t('transfers.changed')}>{formatDateTime(transfer.changed_at)}</Fact>
          </Facts>
        </Panel>
        <Panel title={t('transfers.why')}>
          <div className="grid gap-3 text-sm text-pretty">
            <p>{t(`transfers.next.${state}`, { at: nextTryAt ? formatDateTime(nextTryAt) : '–' })}</p>
            {error ? <Refusal error={error} /> : <p className="text-muted">{t('transfers.noReason')}</p>}
          </div>
        </Panel>
      </div>
      {isDialogOpen ? (
        <ActionDialog
          about={null}
          title={t('transfers.tryOf')}
          description={t(`transfers.effect.${state === 'unknown' ? 'unknown' : 'refused'}`)}
          confirmLabel={t('transfers.tryNow')}
          reasonHint={t('shared.reasonHint')}
          action={(reason) => call('tryAdminTransfer', { params: { id: transfer.id }, body: { reason } })}
          done={t('transfers.soon')}
          onClose={() => setIsDialogOpen(false)}
        />
      ) : null}
    </div>
  );
}

/** What the provider paid to banks. */
export function ProviderPayouts() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('provider_payouts');
  const { formatAmount, formatDate } = useFormat();
  return (
    <ListPage
      resource="provider_payouts"
      title={t('menu.provider_payouts')}
      note={t('providerPayouts.note')}
      columns={[
        { key: 'id', head: t('shared.number'), render: (row) => row.id },
        time('began', t('providerPayouts.began'), (row) => row.created_at),
        {
          key: 'payee',
          head: t('transfers.payee'),
          render: (row) => <Payee payee={row.payee} role={row.seller_cents > 0 ? 'seller' : 'partner'} />,
        },
        amount('seller', t('providerPayouts.seller'), (row) => row.seller_cents, {
          sum: (sums) => formatAmount(sums.seller_cents),
        }),
        amount('partner', t('providerPayouts.partner'), (row) => row.partner_cents, {
          sum: (sums) => formatAmount(sums.partner_cents),
        }),
        { key: 'arrives', head: t('providerPayouts.arrives'), render: (row) => formatDate(row.arrives_on) },
        {
          key: 'failure',
          head: t('providerPayouts.failure'),
          render: (row) => <span className="font-mono text-xs">{row.failure ?? '–'}</span>,
        },
        {
          key: 'reference',
          head: t('providerPayouts.reference'),
          isOptional: true,
          render: (row) => <span className="font-mono text-xs">{row.reference}</span>,
        },
        {
          key: 'status',
          isState: true,
          head: t('providerPayouts.status'),
          render: ({ status, needs_attention: needsYou }) => (
            <span className="inline-flex flex-wrap items-center gap-2">
              <Pill tone={STATUS_TONES[status]}>{t(`providerPayouts.statuses.${status}`)}</Pill>
              {needsYou ? <Pill tone="warn">{t('providerPayouts.notPaidSince')}</Pill> : null}
            </span>
          ),
        },
      ]}
      filters={[
        ...usePeriodFilters(),
        chooseFrom('status', t('providerPayouts.status'), providerPayoutStatuses, (value) =>
          t(`providerPayouts.statuses.${value}`),
        ),
        chooseFrom('needs_attention', t('providerPayouts.notPaidSince'), ['yes', 'no'], (value) => t(value)),
        { kind: 'text', name: 'user_id', label: t('transfers.payeeNumber') },
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('providerPayouts.empty')}
    />
  );
}
