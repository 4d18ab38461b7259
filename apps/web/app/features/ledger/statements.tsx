import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { addDays, addMonths, getLocale, type Month } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, LoadingRows, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { toNoonUtc } from '@wopack/ui/format.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../lib/api/api.ts';
import { useDownloadFile } from '../../lib/browser/use-download-file.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { CollapsibleList, PagedList } from '../../ui/lists.tsx';
import { type Statement, statementQuery, statementsQuery } from './ledger.api.ts';
import { MovementRow } from './transaction-list.tsx';

/** 'November 2026'; without the abbreviation 'г.' that Russian adds. */
const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(getLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(toNoonUtc(`${month}-15`))
    .replace(/\sг\.$/u, '');

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

export function StatementList() {
  const { t, i18n } = useTranslation('money');
  const format = useFormat();
  return (
    <PagedList
      list={useInfiniteQuery(statementsQuery)}
      loading={<LoadingRows count={3} row="h-16 rounded-md" />}
      reassurance={t('safe')}
      empty={<EmptyState title={t('noStatements')}>{t('noStatementsText')}</EmptyState>}
    >
      {(statements) => (
        <>
          <p className="mb-3 text-sm text-pretty text-muted">{t('listNote')}</p>
          <ul className="grid grid-cols-[minmax(0,1fr)]">
            {statements.map(
              ({
                id,
                number,
                month,
                role,
                month_cents: monthCents,
                closing_cents: closingCents,
                corrected_by: correctedBy,
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
                      <span>{number}</span>
                      {correctedBy ? <span>{t('correctedBy', { number: correctedBy })}</span> : null}
                    </span>
                    <span>
                      {t('balanceAt', { day: formatDayOfMonth(getLastDay(month), i18n.language) })}:{' '}
                      <span className="whitespace-nowrap">{format.formatMoney(closingCents)}</span>
                    </span>
                  </span>
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </PagedList>
  );
}

/** The documents have all lines of a busy month. */
const MAX_VISIBLE_LINES = 30;

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
  const { id, number, month, role, lines, sums, corrects, corrected_by: correctedBy, reason } = statement;
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
      </p>
      {role === 'seller' ? (
        <p className="-mt-3 text-sm text-pretty text-muted">
          {t('period', { days: formatCountedDays(month, i18n.language) })}
        </p>
      ) : null}
      {correctedBy ? <p className="font-semibold">{t('correctedBy', { number: correctedBy })}</p> : null}
      {corrects ? <p>{t('corrects', { number: corrects, reason: reason ?? '' })}</p> : null}
      <div className="flex flex-wrap gap-2.5">
        <Button variant="soft" loading={pdf.isPending} onClick={() => pdf.mutate()}>
          {t('pdf')}
        </Button>
        <Button variant="soft" loading={csv.isPending} onClick={() => csv.mutate()}>
          {t('csv')}
        </Button>
      </div>
      <dl className="grid gap-1.5 rounded-lg bg-panel p-4">
        <TotalRow name={t('opening')} amount={format.formatMoney(statement.opening_cents)} />
        {sums.map(({ kind, count, amount_cents: amountCents }) => (
          <TotalRow
            key={kind}
            name={`${t(`kinds.${kind}`)} × ${count}`}
            amount={format.formatMoney(amountCents)}
          />
        ))}
        <TotalRow
          name={t('balanceAt', { day: formatDayOfMonth(getLastDay(month), i18n.language) })}
          amount={format.formatMoney(statement.closing_cents)}
          strong
        />
      </dl>
      {role === 'seller' ? (
        <p className="text-sm text-muted">
          {t('vat', {
            commission: format.formatMoney(statement.commission_cents),
            vat: format.formatMoney(statement.vat_cents),
            percent: format.formatPercent(statement.vat_percent),
          })}
        </p>
      ) : null}
      <CollapsibleList
        items={lines}
        initialCount={MAX_VISIBLE_LINES}
        moreLabel={t('showLines', { number: lines.length })}
      >
        {(line, index) => <MovementRow key={index} movement={line} />}
      </CollapsibleList>
    </div>
  );
}

const TotalRow = ({ name, amount, strong }: { name: string; amount: string; strong?: boolean }) => (
  <div className={strong ? 'flex justify-between gap-4 font-bold' : 'flex justify-between gap-4'}>
    <dt>{name}</dt>
    <dd className="whitespace-nowrap">{amount}</dd>
  </div>
);
