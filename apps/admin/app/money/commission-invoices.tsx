import { commissionInvoiceStates } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog, DownloadButton } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';

type CommissionInvoiceRow = Row<'commission_invoices'>;
type Action = 'retry' | 'lookUp' | 'close';

const STATE_TONES = {
  queued: 'info',
  sent: 'info',
  unknown: 'warn',
  issued: 'ok',
  by_hand: 'ok',
  failed: 'bad',
  replaced: 'plain',
} as const satisfies Record<CommissionInvoiceRow['state'], string>;

const OUTCOME_TONES = {
  issued: 'ok',
  unavailable: 'plain',
  lost: 'warn',
  refused: 'bad',
  difference: 'bad',
  cancelled: 'bad',
  replaced: 'plain',
} as const;

const SERVICE_NAMES = { invoicexpress: 'InvoiceXpress', moloni: 'Moloni', toconline: 'TOConline' } as const;

function InvoiceState({
  invoice: { state, failure, needs_attention: isLate },
}: {
  invoice: CommissionInvoiceRow;
}) {
  const { t } = useTranslation('admin');
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Pill tone={STATE_TONES[state]}>
        {failure ? t(`commissionInvoices.failures.${failure}`) : t(`commissionInvoices.states.${state}`)}
      </Pill>
      {isLate ? <Pill tone="bad">{t('commissionInvoices.late')}</Pill> : null}
    </span>
  );
}

/** Documents of the certified service over the commission of statements. */
export function CommissionInvoices() {
  const { t } = useTranslation('admin');
  const { time, amount, count, linkedNumber } = useColumns('commission_invoices');
  return (
    <ListPage
      resource="commission_invoices"
      title={t('menu.commission_invoices')}
      note={t('commissionInvoices.note')}
      columns={[
        linkedNumber({ sort: 'id' }),
        time('made', t('commissionInvoices.recorded'), (row) => row.created_at),
        {
          key: 'business',
          head: t('commissionInvoices.business'),
          render: ({ business }) => (
            <Link to={`/sellers/${business.id}`} className="underline underline-offset-3">
              {business.name}
            </Link>
          ),
        },
        { key: 'statement', head: t('commissionInvoices.statement'), render: (row) => row.statement },
        {
          key: 'kind',
          head: t('commissionInvoices.kind'),
          render: (row) => t(`commissionInvoices.kinds.${row.kind}`),
        },
        amount('amount', t('commissionInvoices.amount'), (row) => row.amount_cents),
        { key: 'number', head: t('commissionInvoices.document'), render: (row) => row.number ?? '–' },
        { key: 'atcud', head: 'ATCUD', isOptional: true, render: (row) => row.atcud ?? '–' },
        count('tries', t('commissionInvoices.tries'), (row) => row.tries, { isOptional: true }),
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <InvoiceState invoice={row} />,
        },
      ]}
      filters={[
        ...usePeriodFilters(),
        chooseFrom('state', t('shared.state'), commissionInvoiceStates, (value) =>
          t(`commissionInvoices.states.${value}`),
        ),
        chooseFrom('needs_attention', t('commissionInvoices.late'), ['yes', 'no'], (value) => t(value)),
        { kind: 'text', name: 'user_id', label: t('commissionInvoices.businessNumber') },
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('commissionInvoices.empty')}
    />
  );
}

/** One document, with what the service answered to each try. */
export function CommissionInvoice() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('commission_invoices', id);
  const { formatDateTime, formatMoney, formatPercent } = useFormat();
  const hasRight = useRights();
  const [action, setAction] = useState<Action | null>(null);
  const invoice = query.data;
  if (!invoice) return <PageState query={query} />;
  const { state, customer, credits, attempts, next_try_at: nextTryAt } = invoice;
  const { is_of_former_service: isOfFormerService } = invoice;
  const isWaiting = state === 'queued' || state === 'unknown';
  const isOpen = isWaiting || state === 'sent';
  // To credit an invoice of the present service may have become possible.
  const mayRetry = state === 'failed' && (!isOfFormerService || invoice.failure === 'nothing_to_credit');
  const params = { id: invoice.id };
  return (
    <div className="grid gap-4">
      <PageHead
        title={t(`commissionInvoices.titles.${invoice.kind}`, { id: invoice.id })}
        state={<InvoiceState invoice={invoice} />}
        back={{ to: '/commission_invoices', label: t('menu.commission_invoices') }}
        subtitle={`${invoice.statement} · ${formatDateTime(invoice.created_at)}`}
        actions={
          <>
            {invoice.has_pdf && invoice.number ? (
              <DownloadButton
                label="PDF"
                file={`${invoice.number.replaceAll(/[^\w.-]+/g, '-')}.pdf`}
                type="application/pdf"
                load={() => call('exportConsoleInvoicePdf', { params })}
              />
            ) : null}
            {hasRight('payouts.manage') && mayRetry ? (
              <Button variant="brand" size="small" onClick={() => setAction('retry')}>
                {t('commissionInvoices.retry')}
              </Button>
            ) : null}
            {hasRight('payouts.manage') && isWaiting && !isOfFormerService ? (
              <Button variant="ghost" size="small" onClick={() => setAction('lookUp')}>
                {t('commissionInvoices.lookUp')}
              </Button>
            ) : null}
            {hasRight('payouts.manage') && (state === 'failed' || (isOpen && isOfFormerService)) ? (
              <Button variant="ghost" size="small" onClick={() => setAction('close')}>
                {t('commissionInvoices.close')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[420px_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Panel title={t('commissionInvoices.document')}>
            <Facts>
              <Fact name={t('commissionInvoices.service')}>{SERVICE_NAMES[invoice.service]}</Fact>
              <Fact name={t('commissionInvoices.number')}>{invoice.number ?? '–'}</Fact>
              <Fact name="ATCUD">{invoice.atcud ?? '–'}</Fact>
              <Fact name={t('commissionInvoices.issued')}>
                {invoice.issued_at ? formatDateTime(invoice.issued_at) : '–'}
              </Fact>
              <Fact name={t('commissionInvoices.sum')}>{formatMoney(invoice.amount_cents)}</Fact>
              <Fact name={t('commissionInvoices.vat')}>{formatPercent(invoice.vat_percent / 100)}</Fact>
              <Fact name={t('commissionInvoices.reference')}>
                <span className="break-all">{invoice.reference}</span>
              </Fact>
              {credits ? (
                <Fact name={t('commissionInvoices.credits')}>
                  <Link to={`/commission_invoices/${credits.id}`} className="underline underline-offset-3">
                    {credits.number ?? credits.id}
                  </Link>
                </Fact>
              ) : null}
              {invoice.has_pdf || state === 'by_hand' ? null : (
                <Fact name="PDF">{t('commissionInvoices.pdfNotYet')}</Fact>
              )}
            </Facts>
          </Panel>
          <Panel title={t('commissionInvoices.customer')}>
            <Facts>
              <Fact name={t('shared.name')}>{customer.name}</Fact>
              <Fact name={t('commissionInvoices.address')}>{customer.address || '–'}</Fact>
              <Fact name={t('commissionInvoices.taxNumber')}>{customer.tax_number || '–'}</Fact>
            </Facts>
          </Panel>
        </div>
        <Panel title={t('commissionInvoices.attempts')}>
          <p className="mb-3 text-sm text-pretty">
            {t(
              isOfFormerService && isOpen
                ? 'commissionInvoices.next.former_service'
                : invoice.failure
                  ? `commissionInvoices.next.${invoice.failure}`
                  : `commissionInvoices.next.${state}`,
              { at: nextTryAt ? formatDateTime(nextTryAt) : '–' },
            )}
          </p>
          {attempts.length === 0 ? (
            <p className="text-sm text-muted">{t('commissionInvoices.notTried')}</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line text-sm">
              {attempts.map(({ at, outcome, words }) => (
                <li key={at} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2.5 first:pt-0 last:pb-0">
                  <span className="flex flex-wrap items-center gap-3">
                    <span className="text-muted tabular-nums">{formatDateTime(at)}</span>
                    <Pill tone={OUTCOME_TONES[outcome]}>{t(`commissionInvoices.outcomes.${outcome}`)}</Pill>
                  </span>
                  {words ? <span className="break-words">{isolateWords(words)}</span> : null}
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
      {action ? (
        <ActionDialog
          about={null}
          title={t(`commissionInvoices.${action}`)}
          description={t(`commissionInvoices.effects.${action}`)}
          confirmLabel={t(`commissionInvoices.${action}`)}
          reasonHint={t('shared.reasonHint')}
          reference={
            action === 'close' ? { field: 'number', label: t('commissionInvoices.handNumber') } : null
          }
          action={(reason, number) =>
            action === 'close'
              ? call('closeCommissionInvoice', { params, body: { number, reason } })
              : action === 'retry'
                ? call('retryCommissionInvoice', { params, body: { reason } })
                : call('lookUpCommissionInvoice', { params, body: { reason } })
          }
          done={t(action === 'close' ? 'commissionInvoices.closed' : 'commissionInvoices.soon')}
          onClose={() => setAction(null)}
        />
      ) : null}
    </div>
  );
}
