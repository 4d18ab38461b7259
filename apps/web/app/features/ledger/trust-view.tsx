import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { ScrollRegion } from '@wopack/ui/display/scroll-region.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconAlertTriangle, IconShieldCheck } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { TrustNight } from './trust.api.ts';

const sumOwed = ({ sellers_cents: sellers, partners_cents: partners, buyers_cents: buyers }: TrustNight) =>
  sellers + partners + buyers;

/** Whether what is owed is covered, as of the last night, and the nights before. */
export function TrustView({ nights }: { nights: readonly TrustNight[] }) {
  const { t } = useTranslation('trustPage');
  const [last] = nights;
  if (!last)
    return (
      <EmptyState mood="round" title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
      <Verdict night={last} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
        <Owed night={last} />
        <There night={last} />
      </div>
      <Compared night={last} />
      <Nights nights={nights} />
      <section className="grid gap-3 text-pretty text-muted">
        <h2 className="h2 text-text">{t('how.title')}</h2>
        <p>{t('how.books')}</p>
        <p>{t('how.provider')}</p>
        <p>{t('how.bank')}</p>
        <p>{t('how.totals')}</p>
      </section>
    </div>
  );
}

function Verdict({ night: { verdict, difference_count: count, compared_at: at } }: { night: TrustNight }) {
  const { t } = useTranslation('trustPage');
  const { formatDayTime } = useFormat();
  const isCovered = verdict === 'covered';
  const Icon = isCovered ? IconShieldCheck : IconAlertTriangle;
  return (
    <section
      className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1.5 rounded-lg p-4 sm:p-6 ${isCovered ? 'bg-save-soft' : 'bg-danger-soft'}`}
    >
      <Icon className={`row-span-3 size-8 ${isCovered ? 'text-save' : 'text-danger'}`} />
      <h2 className="h2">{t(isCovered ? 'covered' : 'notCovered')}</h2>
      <p className="text-pretty">
        {verdict === 'differences' ? t('verdicts.differences', { count }) : t(`verdicts.${verdict}`)}
      </p>
      <p className="text-sm">
        <time dateTime={at}>{t('comparedAt', { time: formatDayTime(at) })}</time>
      </p>
    </section>
  );
}

const Sums = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid content-start gap-3 rounded-lg bg-panel p-4 sm:p-6">
    <h2 className="h2">{title}</h2>
    <dl className="grid gap-2.5">{children}</dl>
  </section>
);

function Sum({ name, cents, isTotal }: { name: string; cents: number; isTotal?: boolean }) {
  const { formatMoney } = useFormat();
  return (
    <div
      className={`flex items-baseline justify-between gap-x-4 ${isTotal ? 'border-t border-dashed border-line-strong pt-2.5 font-bold' : ''}`}
    >
      <dt className={`min-w-0 text-pretty wrap-break-word ${isTotal ? '' : 'text-muted'}`}>{name}</dt>
      <dd className="shrink-0 font-bold tabular-nums">{formatMoney(cents)}</dd>
    </div>
  );
}

function Owed({ night }: { night: TrustNight }) {
  const { t } = useTranslation('trustPage');
  return (
    <Sums title={t('owed.title')}>
      <Sum name={t('owed.sellers')} cents={night.sellers_cents} />
      <Sum name={t('owed.partners')} cents={night.partners_cents} />
      <Sum name={t('owed.buyers')} cents={night.buyers_cents} />
      <Sum name={t('owed.total')} cents={sumOwed(night)} isTotal />
    </Sums>
  );
}

function There({ night }: { night: TrustNight }) {
  const { t } = useTranslation('trustPage');
  const surplus = night.held_cents - sumOwed(night);
  return (
    <Sums title={t('there.title')}>
      <Sum name={t('there.held')} cents={night.held_cents} />
      <Sum name={t(surplus < 0 ? 'there.missing' : 'there.surplus')} cents={Math.abs(surplus)} isTotal />
      <Sum name={t('there.atProvider')} cents={night.at_provider_cents} />
      <Sum name={t('there.inTransit')} cents={night.in_transit_cents} />
    </Sums>
  );
}

/** Phones have no room for a column of each sum. */
const ON_PHONES = 'sm:hidden';
/** The last of the columns that phones have. */
const LAST_ON_PHONES = `${ON_PHONES} pr-0`;
const NOT_ON_PHONES = 'max-sm:hidden';

/** Sums with their names below each other, however many digits they have. */
function SumsBelow({ sums }: { sums: readonly { name: string; cents: number }[] }) {
  const { formatMoney } = useFormat();
  return (
    <dl className="grid min-w-max justify-items-end gap-1.5">
      {sums.map(({ name, cents }) => (
        <div key={name} className="grid justify-items-end">
          <dt className="text-xs font-normal text-muted">{name}</dt>
          <dd>{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Compared({ night }: { night: TrustNight }) {
  const { t } = useTranslation('trustPage');
  const { formatMoney } = useFormat();
  const { accounts_cents: accounts, provider_accounts_cents: providerAccounts } = night;
  const rows = [
    { key: 'taken' as const, ledger: night.taken_cents, provider: night.provider_taken_cents },
    ...(accounts === null || providerAccounts === null
      ? []
      : [{ key: 'accounts' as const, ledger: accounts, provider: providerAccounts }]),
  ];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg bg-panel p-4 sm:p-6">
      <h2 className="h2">{t('compared.title')}</h2>
      <DataTable
        caption={t('compared.title')}
        rows={rows}
        getKey={({ key }) => key}
        columns={[
          {
            key: 'what',
            head: t('compared.what'),
            render: ({ key }) => <span className="font-normal text-pretty">{t(`compared.${key}`)}</span>,
          },
          {
            key: 'sums',
            head: t('amounts'),
            isNumber: true,
            render: ({ ledger, provider }) => (
              <SumsBelow
                sums={[
                  { name: t('compared.books'), cents: ledger },
                  { name: t('compared.provider'), cents: provider },
                ]}
              />
            ),
            className: LAST_ON_PHONES,
          },
          {
            key: 'books',
            head: t('compared.books'),
            isNumber: true,
            render: ({ ledger }) => formatMoney(ledger),
            className: `whitespace-normal! ${NOT_ON_PHONES}`,
          },
          {
            key: 'provider',
            head: t('compared.provider'),
            isNumber: true,
            render: ({ provider }) => formatMoney(provider),
            className: `whitespace-normal! ${NOT_ON_PHONES}`,
          },
        ]}
      />
      {accounts === null ? (
        <p className="text-sm text-pretty text-muted">{t('compared.noAccounts')}</p>
      ) : null}
    </section>
  );
}

function Result({ verdict, className }: Pick<TrustNight, 'verdict'> & { className?: string }) {
  const { t } = useTranslation('trustPage');
  const isCovered = verdict === 'covered';
  return (
    <Pill
      tone={isCovered ? 'ok' : 'bad'}
      icon={isCovered ? <IconShieldCheck /> : <IconAlertTriangle />}
      className={className}
    >
      {t(isCovered ? 'covered' : 'notCovered')}
    </Pill>
  );
}

function Nights({ nights }: { nights: readonly TrustNight[] }) {
  const { t } = useTranslation('trustPage');
  const { formatMoney, formatShortDate } = useFormat();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="h2">{t('nights.title')}</h2>
      <ScrollRegion label={t('nights.title')}>
        <DataTable
          caption={t('nights.title')}
          rows={nights}
          getKey={({ night }) => night}
          columns={[
            {
              key: 'night',
              head: t('nights.night'),
              render: ({ night, verdict }) => (
                <>
                  <time dateTime={night} className="block whitespace-nowrap">
                    {formatShortDate(night)}
                  </time>
                  <Result verdict={verdict} className={`mt-1.5 ${ON_PHONES}`} />
                </>
              ),
              className: 'max-sm:align-top',
            },
            {
              key: 'result',
              head: t('nights.result'),
              render: ({ verdict }) => <Result verdict={verdict} />,
              className: NOT_ON_PHONES,
            },
            {
              key: 'sums',
              head: t('amounts'),
              isNumber: true,
              render: (night) => (
                <SumsBelow
                  sums={[
                    { name: t('nights.owed'), cents: sumOwed(night) },
                    { name: t('nights.there'), cents: night.held_cents },
                  ]}
                />
              ),
              className: LAST_ON_PHONES,
            },
            {
              key: 'owed',
              head: t('nights.owed'),
              isNumber: true,
              render: (night) => formatMoney(sumOwed(night)),
              className: NOT_ON_PHONES,
            },
            {
              key: 'there',
              head: t('nights.there'),
              isNumber: true,
              render: ({ held_cents: held }) => formatMoney(held),
              className: NOT_ON_PHONES,
            },
          ]}
        />
      </ScrollRegion>
    </section>
  );
}
