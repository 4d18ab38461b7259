import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { CollapsibleList } from '../../ui/display/collapsible-list.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type Statement, statementQuery, useDownloadFile } from './ledger.api.ts';
import { formatMonth } from './statement-list.tsx';
import { MovementRow } from './transaction-list.tsx';

/** The documents have all lines of a busy month. */
const MAX_VISIBLE_LINES = 30;

export function StatementDetail({ id }: { id: number }) {
  const { t } = useTranslation('money');
  const { data, error, refetch, isPending, isRefetching } = useQuery(statementQuery(id));
  if (isPending) {
    return (
      <Loading className="grid gap-3">
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-16 rounded-md" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <ErrorState
        error={error}
        reassurance={t('safe')}
        isRetrying={isRefetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return <StatementContent statement={data} />;
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
      <p className="text-muted">
        {formatMonth(month, i18n.language)} · {t(`roles.${role}`)} · {number}
      </p>
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
        <TotalRow name={t('closing')} amount={format.formatMoney(statement.closing_cents)} strong />
      </dl>
      {role === 'seller' ? (
        <p className="text-sm text-muted">
          {t('vat', {
            commission: format.formatMoney(statement.commission_cents),
            vat: format.formatMoney(statement.vat_cents),
            percent: statement.vat_percent,
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
