import { creditSources } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { OrderLink, UserLink } from '../ui/panels.tsx';

type Grant = Row<'grants'>;

/** Credit of buyers, a row each time that some was given; it is given on the page of a user. */
export default function Grants() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('grants');
  const { formatAmount, formatMoney } = useFormat();
  const hasRight = useRights();
  const period = usePeriodFilters();
  const [ended, setEnded] = useState<Grant | null>(null);
  return (
    <>
      <ListPage
        resource="grants"
        title={t('menu.grants')}
        note={t('grants.listNote')}
        columns={[
          { key: 'id', head: t('shared.number'), sort: 'id', render: (row) => row.id },
          time('given', t('grants.given'), (row) => row.created_at),
          {
            key: 'user',
            head: t('grants.user'),
            render: ({ user }) => <UserLink user={user} />,
          },
          {
            key: 'source',
            isState: true,
            head: t('grants.source'),
            render: (row) => [t(`grants.sources.${row.source}`), row.code].filter(Boolean).join(' '),
          },
          { key: 'payer', head: t('codes.payer'), render: (row) => row.payer?.name ?? t('codes.operator') },
          {
            key: 'order',
            head: t('shared.order'),
            isOptional: true,
            render: (row) => <OrderLink id={row.order_id} />,
          },
          amount('amount', t('grants.amount'), (row) => row.amount_cents, {
            sum: (sums) => formatAmount(sums.amount_cents),
          }),
          amount('left', t('grants.left'), (row) => row.left_cents, {
            sum: (sums) => formatAmount(sums.left_cents),
          }),
          amount('used', t('grants.used'), (row) => row.used_cents),
          amount('ended', t('grants.ended'), (row) => row.ended_cents, {
            sum: (sums) => formatAmount(sums.ended_cents),
          }),
          { key: 'note', head: t('grants.note'), isOptional: true, render: (row) => row.note ?? '–' },
          { key: 'by', head: t('grants.by'), isOptional: true, render: (row) => row.created_by?.name ?? '–' },
          {
            key: 'end',
            head: t('shared.manage'),
            render: (row) =>
              row.left_cents > 0 && hasRight('credit.grant') ? (
                <Button variant="ghost" size="small" onClick={() => setEnded(row)}>
                  {t('grants.end')}
                </Button>
              ) : (
                '–'
              ),
          },
          time('until', t('grants.until'), (row) => row.ends_at),
        ]}
        filters={[
          ...period,
          { kind: 'record', name: 'user_id', label: t('grants.user') },
          { kind: 'record', name: 'order_id', label: t('shared.order') },
          chooseFrom('source', t('grants.source'), creditSources, (value) => t(`grants.sources.${value}`)),
          chooseFrom('left', t('grants.left'), ['yes', 'no'], (value) => t(value)),
        ]}
        sort={{ field: 'id', order: 'DESC' }}
        emptyText={t('grants.empty')}
      />
      {ended ? (
        <ActionDialog
          about={null}
          title={t('grants.endOf', { amount: formatMoney(ended.left_cents), name: ended.user.name })}
          description={t('grants.endEffect')}
          confirmLabel={t('grants.end')}
          isDanger
          reasonHint={t('refunds.reasonHint')}
          action={(reason) => call('endCredit', { params: { id: ended.id }, body: { reason } })}
          done={t('saved')}
          onClose={() => setEnded(null)}
        />
      ) : null}
    </>
  );
}
