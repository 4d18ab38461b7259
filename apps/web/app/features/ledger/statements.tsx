import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { addDays, addMonths, getLocale, type Month } from '@wopack/domain';
import { Button, TextButton, TextLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { DataTable, type TableColumn } from '@wopack/ui/display/data-table.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, LoadingRows, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { toNoonUtc } from '@wopack/ui/format.ts';
import { IconDownload } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../lib/api/api.ts';
import { useDownloadFile } from '../../lib/browser/use-download-file.ts';
import { useHasTableRoom } from '../../lib/browser/use-media-query.ts';
import { useMemberRights, useNamedBusiness } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { PagedList } from '../../ui/lists.tsx';
import { formatMonth } from './format-month.ts';
import { type Statement, type StatementSummary, statementQuery, statementsQuery } from './ledger.api.ts';
import { MovementRow } from './transaction-list.tsx';

const formatDayOfMonth = (date: string, language: string): string =>
  new Intl.DateTimeFormat(getLocale(language), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    toNoonUtc(date),
  );
const getLastDay = (month: string): string => addDays(`${addMonths(month as Month, 1)}-01`, -1);

/** '29 September to 29 October': the pickup days whose sales a month counts, each two days after its window. */
const formatCountedDays = (month: string, language: string): string =>
  new Intl.DateTimeFormat(getLocale(language), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).formatRange(
    toNoonUtc(addDays(`${month}-01`, -REPORT_DAYS)),
    toNoonUtc(addDays(getLastDay(month), -REPORT_DAYS)),
  );

/** A sale counts when it can no longer be reported. */
const REPORT_DAYS = 2;

/** Without a business: the statements of the user. */
export function StatementList({ businessId = null }: { businessId?: number | null }) {
  const { t } = useTranslation('money');
  const isWide = useHasTableRoom();
  return (
    <PagedList
      list={useInfiniteQuery(statementsQuery(businessId))}
      loading={<LoadingRows count={3} row="h-16 rounded-md" />}
      reassurance={t('safe')}
      empty={<EmptyState title={t('noStatements')}>{t('noStatementsText')}</EmptyState>}
    >
      {(statements) =>
        isWide ? <StatementTable statements={statements} /> : <StatementRows statements={statements} />
      }
    </PagedList>
  );
}

interface StatementsProps {
  statements: readonly StatementSummary[];
}

/** For wide screens. */
function StatementTable({ statements }: StatementsProps) {
  const { t, i18n } = useTranslation('money');
  const format = useFormat();
  const hasRoles = new Set(statements.map(({ role }) => role)).size > 1;
  const columns: TableColumn<StatementSummary>[] = [
    {
      key: 'month',
      head: t('columns.month'),
      render: ({ id, month, is_former: isFormer }) => (
        <>
          <Link to={paths.statement(id)} className="link inline-block first-letter:uppercase">
            {formatMonth(month, i18n.language)}
          </Link>
          {isFormer ? <span className="block text-sm text-muted">{t('former')}</span> : null}
        </>
      ),
    },
    {
      key: 'number',
      head: t('columns.number'),
      render: ({ number, corrected_by: correctedBy }) => (
        <>
          {number}
          {correctedBy ? (
            <span className="block text-sm text-muted">{t('correctedBy', { number: correctedBy })}</span>
          ) : null}
        </>
      ),
    },
    ...(hasRoles
      ? [
          {
            key: 'role',
            head: t('role'),
            render: ({ role }: StatementSummary) => t(`roles.${role}`),
          },
        ]
      : []),
    {
      key: 'payout',
      head: t('kinds.payout'),
      render: ({ payout_state: state }) => (state ? t(`payoutStates.${state}`) : '–'),
    },
    {
      key: 'earned',
      head: t('earned'),
      render: ({ month_cents: cents }) => <b>{format.formatMoney(cents)}</b>,
      isNumber: true,
    },
    {
      key: 'balance',
      head: t('columns.balance'),
      render: ({ closing_cents: cents }) => format.formatMoney(cents),
      isNumber: true,
    },
  ];
  return (
    <DataTable caption={t('titles.statements')} rows={statements} getKey={({ id }) => id} columns={columns} />
  );
}

/** For phones. */
function StatementRows({ statements }: StatementsProps) {
  const { t, i18n } = useTranslation('money');
  const format = useFormat();
  return (
    <>
      <p className="mb-3 text-sm text-pretty text-muted">{t('listNote')}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {statements.map(
          ({
            id,
            number,
            month,
            role,
            is_former: isFormer,
            month_cents: monthCents,
            closing_cents: closingCents,
            corrected_by: correctedBy,
            payout_state: payoutState,
          }) => (
            <li
              key={id}
              className="relative flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3"
            >
              <Link
                to={paths.statement(id)}
                className="font-semibold after:absolute after:inset-0 first-letter:uppercase"
              >
                {formatMonth(month, i18n.language)}
              </Link>
              <b className="whitespace-nowrap">
                <span className="sr-only">{t('earned')}: </span>
                {format.formatMoney(monthCents)}
              </b>
              {/* Below each other where they do not fit beside each other. */}
              <span className="flex w-full flex-wrap justify-between gap-x-4 text-sm text-muted">
                <span className="dot-separated break-words">
                  <span>{t(`roles.${role}`)}</span>
                  {isFormer ? <span>{t('former')}</span> : null}
                  <span>{number}</span>
                  {correctedBy ? <span>{t('correctedBy', { number: correctedBy })}</span> : null}
                </span>
                <span>
                  {t('balanceAt', { day: formatDayOfMonth(getLastDay(month), i18n.language) })}:{' '}
                  <span className="whitespace-nowrap">{format.formatMoney(closingCents)}</span>
                </span>
                {payoutState ? (
                  <span className="w-full">
                    {t('kinds.payout')}: {t(`payoutStates.${payoutState}`)}
                  </span>
                ) : null}
              </span>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

export function StatementDetail({ id }: { id: number }) {
  const { t } = useTranslation('money');
  return (
    <QueryState
      query={useQuery(statementQuery(id))}
      loading={
        <Loading className="grid gap-3">
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-16 rounded-md" />
        </Loading>
      }
      reassurance={t('safe')}
    >
      {(statement) => <StatementContent statement={statement} />}
    </QueryState>
  );
}

function StatementContent({ statement }: { statement: Statement }) {
  const { t, i18n } = useTranslation('money');
  const format = useFormat();
  const { id, number, month, role, sums, corrects, corrected_by: correctedBy, reason } = statement;
  const params = { id };
  const pdf = useDownloadFile(`${number}.pdf`, 'application/pdf', () =>
    call('exportStatementPdf', { params }),
  );
  const csv = useDownloadFile(`${number}.csv`, 'text/csv', () => call('exportStatementCsv', { params }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="dot-separated text-muted">
        <span className="first-letter:uppercase">{formatMonth(month, i18n.language)}</span>
        <span>{t(`roles.${role}`)}</span>
        <span>{number}</span>
        {statement.payout_state ? (
          <span>
            {t('kinds.payout')}: {t(`payoutStates.${statement.payout_state}`)}
          </span>
        ) : null}
      </p>
      {correctedBy ? <p className="font-semibold">{t('correctedBy', { number: correctedBy })}</p> : null}
      {statement.is_former ? <p className="text-pretty">{t('formerText')}</p> : null}
      {corrects ? <p>{t('corrects', { number: corrects, reason: reason ?? '' })}</p> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2 lg:gap-8">
        <dl className="grid gap-1.5 rounded-lg bg-panel p-4 lg:p-6">
          <TotalRow name={t('opening')} amount={format.formatMoney(statement.opening_cents)} />
          {sums.map(({ kind, count, amount_cents: amountCents }) => (
            <TotalRow
              key={kind}
              // A partner's month is one line, however many shares it adds up.
              name={kind === 'share' ? t(`kinds.${kind}`) : `${t(`kinds.${kind}`)} × ${count}`}
              amount={format.formatMoney(amountCents)}
            />
          ))}
          <TotalRow
            name={t('balanceAt', { day: formatDayOfMonth(getLastDay(month), i18n.language) })}
            amount={format.formatMoney(statement.closing_cents)}
            strong
          />
        </dl>
        <div className="grid gap-3 text-sm text-pretty text-muted">
          {role === 'seller' ? (
            <>
              <p>
                {t('vat', {
                  commission: format.formatMoney(statement.commission_cents),
                  vat: format.formatMoney(statement.vat_cents),
                  percent: format.formatPercent(statement.vat_percent),
                })}
              </p>
              {statement.commission_invoices.length === 0 ? <p>{t('isNoInvoice')}</p> : null}
              <p>{t('period', { days: formatCountedDays(month, i18n.language) })}</p>
            </>
          ) : (
            <>
              <p>{t('partnerPeriod')}</p>
              <p>
                <TextLink to={paths.affiliate}>{t('partnerShares')}</TextLink>
              </p>
            </>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Button
              variant="soft"
              icon={<IconDownload />}
              loading={pdf.isPending}
              onClick={() => pdf.mutate()}
            >
              {t('pdf')}
            </Button>
            <Button
              variant="soft"
              icon={<IconDownload />}
              loading={csv.isPending}
              onClick={() => csv.mutate()}
            >
              {t('csv')}
            </Button>
          </div>
        </div>
      </div>
      {statement.commission_invoices.length > 0 ? (
        <CommissionInvoices invoices={statement.commission_invoices} />
      ) : null}
      <StatementLines statement={statement} />
    </div>
  );
}

type CommissionInvoice = Statement['commission_invoices'][number];

/** With the way to the form for whoever may fill it in. */
function WhatIsMissing({ waitsFor }: { waitsFor: NonNullable<CommissionInvoice['waits_for']> }) {
  const { t } = useTranslation('money');
  const businessId = useNamedBusiness();
  const { can } = useMemberRights();
  return (
    <span className="text-sm text-pretty">
      {t(`invoiceWaits.${waitsFor}`)}{' '}
      {can('money.manage') ? (
        <TextLink to={businessId ? paths.businessPayout : paths.business}>{t('invoiceWaits.form')}</TextLink>
      ) : null}
    </span>
  );
}

/** Documents of the certified service, which the statement is none of. */
function CommissionInvoices({ invoices }: { invoices: readonly CommissionInvoice[] }) {
  const { t } = useTranslation('money');
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg font-semibold">{t('invoicesTitle')}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line border-y border-line">
        {invoices.map((invoice) => (
          <CommissionInvoiceItem key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </section>
  );
}

function CommissionInvoiceItem({ invoice }: { invoice: CommissionInvoice }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { id, kind, number, atcud, is_issued: isIssued, has_pdf: hasPdf, amount_cents: cents } = invoice;
  const name = number ?? '';
  const pdf = useDownloadFile(`${name.replaceAll(/[^\w.-]+/g, '-')}.pdf`, 'application/pdf', () =>
    call('exportCommissionInvoicePdf', { params: { id } }),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 gap-0.5">
        <b className="break-words">
          {isIssued
            ? t(`invoiceKinds.${kind}`, { number: name })
            : t(kind === 'invoice' ? 'invoiceFollows' : 'creditFollows')}
        </b>
        <span className="dot-separated text-sm text-muted">
          <span className="whitespace-nowrap">{format.formatMoney(kind === 'invoice' ? cents : -cents)}</span>
          {atcud ? <span className="break-all">ATCUD: {atcud}</span> : null}
          {isIssued && !hasPdf && !invoice.is_by_hand ? <span>{t('invoicePdfFollows')}</span> : null}
        </span>
        {invoice.waits_for ? <WhatIsMissing waitsFor={invoice.waits_for} /> : null}
      </span>
      {hasPdf ? (
        <Button
          variant="soft"
          icon={<IconDownload />}
          aria-label={t('invoicePdf', { number: name })}
          loading={pdf.isPending}
          onClick={() => pdf.mutate()}
        >
          {t('pdf')}
        </Button>
      ) : null}
    </li>
  );
}

type StatementLine = Statement['lines'][number];

const getLineKey = ({ kind, at, order_id: orderId }: StatementLine) => `${kind} ${orderId} ${at}`;

/** The documents have all lines of a busy month. */
const MAX_VISIBLE_LINES = 30;

/** By day of pickup, as sales are counted elsewhere. */
function StatementLines({ statement: { role, lines } }: { statement: Statement }) {
  const { t } = useTranslation('money');
  const isWide = useHasTableRoom();
  const [isExpanded, setIsExpanded] = useState(false);
  const visibleLines = isExpanded ? lines : lines.slice(0, MAX_VISIBLE_LINES);
  return (
    <>
      {isWide ? (
        <LineTable role={role} lines={visibleLines} />
      ) : (
        [...Map.groupBy(visibleLines, ({ day }) => day)].map(([day, linesOfDay]) => (
          <DayLines
            key={day}
            day={day}
            lines={linesOfDay}
            sum={lines.reduce((cents, line) => (line.day === day ? cents + line.amount_cents : cents), 0)}
          />
        ))
      )}
      {lines.length > visibleLines.length ? (
        <TextButton onClick={() => setIsExpanded(true)} className="justify-self-start text-sm">
          {t('showLines', { number: lines.length })}
        </TextButton>
      ) : null}
    </>
  );
}

/** The columns of the file. */
function LineTable({ role, lines }: { role: Statement['role']; lines: readonly StatementLine[] }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const orderColumns: TableColumn<StatementLine>[] = [
    { key: 'pack', head: t('columns.pack'), render: ({ text }) => text },
    {
      key: 'place',
      head: t('columns.place'),
      render: ({ sale_place: name }) => name,
    },
    { key: 'order', head: t('columns.order'), render: ({ order_id: id }) => id, isNumber: true },
    {
      key: 'at',
      head: t('columns.at'),
      render: ({ at, time_zone: timeZone }) => format.formatDayTime(at, timeZone),
      className: 'whitespace-nowrap',
    },
    {
      key: 'price',
      head: t('columns.price'),
      render: ({ price_cents: cents }) => format.formatMoney(cents),
      isNumber: true,
      className: 'whitespace-nowrap',
    },
    {
      key: 'commission',
      head: t('columns.commission'),
      render: ({ commission_cents: cents }) => format.formatMoney(-cents),
      isNumber: true,
      className: 'whitespace-nowrap',
    },
  ];
  const exactColumn: TableColumn<StatementLine> = {
    key: 'exact',
    head: t('columns.exact'),
    render: ({ exact_hundredths: hundredths }) =>
      hundredths === null ? null : format.formatHundredths(hundredths),
    isNumber: true,
  };
  return (
    <DataTable
      caption={t('columns.lines')}
      rows={lines}
      getKey={getLineKey}
      className="[&_tbody_tr>*]:py-2"
      columns={[
        {
          key: 'day',
          head: t(role === 'seller' ? 'columns.pickup' : 'columns.day'),
          render: ({ day }) => format.formatShortDate(day),
          className: 'whitespace-nowrap',
        },
        { key: 'kind', head: t('columns.kind'), render: ({ kind }) => t(`kinds.${kind}`) },
        ...(role === 'seller' ? orderColumns : [exactColumn]),
        {
          key: 'amount',
          head: t('columns.amount'),
          render: ({ amount_cents: cents }) => <b>{format.formatMoney(cents)}</b>,
          isNumber: true,
          className: 'whitespace-nowrap',
        },
      ]}
    />
  );
}

/** For phones. */
function DayLines({ day, lines, sum }: { day: string; lines: readonly StatementLine[]; sum: number }) {
  const format = useFormat();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)]">
      <h2 className="flex justify-between gap-4 rounded-sm bg-panel px-3 py-1.5 text-sm font-semibold">
        <span>{format.formatShortDate(day)}</span>
        <span className="whitespace-nowrap">{format.formatMoney(sum)}</span>
      </h2>
      <ul className="px-3">
        {lines.map((line) => (
          <MovementRow key={getLineKey(line)} movement={line} />
        ))}
      </ul>
    </section>
  );
}

const TotalRow = ({ name, amount, strong }: { name: string; amount: string; strong?: boolean }) => (
  <div className={cn('flex flex-wrap justify-between gap-x-4', strong && 'font-bold')}>
    <dt>{name}</dt>
    <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
  </div>
);
