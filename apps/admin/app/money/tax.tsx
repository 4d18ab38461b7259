import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { taxStatuses } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useAction, useFormat } from '../lib/use-console.ts';
import { useListAddress } from '../lib/use-list.ts';
import { chooseFrom } from '../ui/filter-bar.tsx';
import { DownloadButton } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, PageState, Panel } from '../ui/panels.tsx';

type TaxYear = Reply<'getTaxYear'>['data'];
type TaxSeller = Row<'tax_sellers'>;

const STATUS_TONES = { reportable: 'info', small: 'plain', outside_eu: 'plain' } as const;
const FIRST_YEAR = 2026;

/** The year in the address, as its list has it; the present one without. */
function useYear(): [number, (year: number) => void] {
  const [{ filter }, setAddress] = useListAddress();
  const { getPresentYear } = useFormat();
  const year = Number(filter?.year ?? getPresentYear());
  const setYear = (next: number) =>
    void setAddress({ filter: { ...filter, year: String(next) }, cursor: null });
  return [year, setYear];
}

/** What sellers earned in a year, whether it must be reported, and what the report lacks. */
export default function Tax() {
  const { t } = useTranslation('admin');
  const { amount, count } = useColumns('tax_sellers');
  const { formatAmount } = useFormat();
  const [year, setYear] = useYear();
  const yearQuery = useQuery({
    queryKey: ['tax-year', year],
    queryFn: async ({ signal }) => (await call('getTaxYear', { query: { year }, signal })).data,
  });
  const quarterColumns = [0, 1, 2, 3].map((index) => ({
    key: `q${index + 1}`,
    head: t('tax.quarter', { number: index + 1 }),
    isAmount: true,
    render: (row: TaxSeller) => formatAmount(row.quarters[index]!.earning_cents),
  }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListPage
        resource="tax_sellers"
        title={t('tax.title', { year })}
        columns={[
          {
            key: 'name',
            head: t('shared.seller'),
            render: (row) => (
              <>
                <Link to={`/sellers/${row.seller_id}`} className="underline underline-offset-3">
                  {row.name || row.email}
                </Link>
                {row.is_former ? (
                  <span className="block text-sm text-muted">{t('tax.formerOwner')}</span>
                ) : null}
              </>
            ),
          },
          { key: 'country', head: t('shared.country'), render: (row) => row.country ?? '–' },
          count('orders', t('tax.orders'), (row) => row.orders),
          ...quarterColumns,
          {
            key: 'earning',
            head: t('tax.earning'),
            sort: 'earning',
            isAmount: true,
            render: (row) => <b>{formatAmount(row.earning_cents)}</b>,
          },
          amount('fees', t('tax.fees'), (row) => row.fees_cents),
          { key: 'missing', head: t('tax.missing'), render: (row) => <Missing row={row} /> },
          {
            key: 'status',
            isState: true,
            head: t('shared.state'),
            render: (row) => <Pill tone={STATUS_TONES[row.status]}>{t(`tax.statuses.${row.status}`)}</Pill>,
          },
        ]}
        filters={[
          { kind: 'record', name: 'seller_id', label: t('shared.seller') },
          chooseFrom('status', t('shared.state'), taxStatuses, (value) => t(`tax.statuses.${value}`)),
          chooseFrom('complete', t('tax.complete'), ['yes', 'no'], (value) => t(value)),
        ]}
        sort={{ field: 'earning', order: 'DESC' }}
        emptyText={t('tax.empty')}
        intro={
          yearQuery.data && !yearQuery.error ? (
            <YearPanel taxYear={yearQuery.data} onYear={setYear} />
          ) : (
            <PageState query={yearQuery} />
          )
        }
      />
    </div>
  );
}

function Missing({ row }: { row: TaxSeller }) {
  const { t } = useTranslation('admin');
  if (row.status !== 'reportable' || row.missing.length === 0) return '–';
  return (
    <span className="inline-flex flex-wrap gap-1">
      {row.missing.map((name) => (
        <Pill key={name} tone={name === 'iban' ? 'plain' : 'bad'}>
          {t(`tax.lacks.${name}`)}
        </Pill>
      ))}
    </span>
  );
}

interface YearPanelProps {
  taxYear: TaxYear;
  onYear: (year: number) => void;
}

/** Sums of the year, and the files. */
function YearPanel({ taxYear, onYear }: YearPanelProps) {
  const { t } = useTranslation('admin');
  const { formatMoney, formatInteger, formatDateTime, formatFullDate, getPresentYear } = useFormat();
  const [leavesOut, setLeavesOut] = useState(false);
  const { year } = taxYear;
  const lastYear = getPresentYear();
  const years = Array.from({ length: Math.max(1, lastYear - FIRST_YEAR + 1) }, (_, i) => lastYear - i);
  const compute = useAction(() => call('computeTaxYear', { body: { year } }), { done: t('tax.computed') });
  const isSummedUp = taxYear.computed_at !== null;
  const isBlocked =
    !isSummedUp || taxYear.operator_missing.length > 0 || (taxYear.incomplete > 0 && !leavesOut);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel
        title={t('tax.sums')}
        aside={
          taxYear.computed_at ? t('tax.asOf', { at: formatDateTime(taxYear.computed_at) }) : t('tax.notYet')
        }
      >
        <Select
          label={t('tax.year')}
          value={String(year)}
          onChange={({ target }) => onYear(Number(target.value))}
        >
          {[...new Set([...years, year])].map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </Select>
        <Facts>
          <Fact name={t('tax.reportable')}>{formatInteger(taxYear.reportable)}</Fact>
          <Fact name={t('tax.incomplete')}>{formatInteger(taxYear.incomplete)}</Fact>
          <Fact name={t('tax.others')}>
            {formatInteger(taxYear.small)} · {formatInteger(taxYear.outside_eu)}
          </Fact>
          <Fact name={t('tax.earning')}>{formatMoney(taxYear.earning_cents)}</Fact>
          <Fact name={t('tax.fees')}>{formatMoney(taxYear.fees_cents)}</Fact>
          <Fact name={t('tax.orders')}>{formatInteger(taxYear.orders)}</Fact>
        </Facts>
        <Button
          variant={isSummedUp ? 'ghost' : 'brand'}
          size="small"
          loading={compute.isRunning}
          onClick={() => compute.run(undefined)}
        >
          {t('tax.compute')}
        </Button>
      </Panel>
      <Panel title={t('tax.report')} aside={t('tax.due', { date: formatFullDate(taxYear.due_on) })}>
        <p className="text-sm">{t('tax.reportText')}</p>
        {taxYear.operator_missing.length > 0 ? (
          <p className="text-sm font-semibold text-danger">
            {t('tax.settingsMissing')}{' '}
            <span className="font-mono">{taxYear.operator_missing.join(', ')}</span>
          </p>
        ) : null}
        {taxYear.incomplete > 0 ? (
          <Switch label={t('tax.leaveOut')} checked={leavesOut} onChange={setLeavesOut} />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <DownloadButton
            label={t('tax.xml')}
            file={`dac7-${year}.xml`}
            type="application/xml"
            load={() =>
              call('exportTaxXml', {
                query: { year, ...(leavesOut && { incomplete: 'leave_out' as const }) },
              })
            }
            variant={isSummedUp ? 'brand' : 'ghost'}
            disabled={isBlocked}
          />
          <DownloadButton
            label={t('tax.csv')}
            file={`dac7-${year}.csv`}
            type="text/csv"
            load={() => call('exportTaxCsv', { query: { year } })}
          />
        </div>
        {taxYear.incomplete > 0 && !leavesOut ? (
          <p className="text-sm text-muted">{t('tax.blocked')}</p>
        ) : null}
      </Panel>
    </div>
  );
}
