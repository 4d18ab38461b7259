import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { SalePlaceLink } from '../ui/panels.tsx';

const STATES = ['open', 'accepted', 'changed', 'recovered'] as const;

const TONES = { open: 'warn', accepted: 'ok', changed: 'plain', recovered: 'plain' } as const;

/** Packs of which too many got less than promised, and who does not react. */
export function ValueProposals() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('value_proposals');
  const { formatInteger } = useFormat();
  const period = usePeriodFilters();
  return (
    <ListPage
      resource="value_proposals"
      title={t('menu.value_proposals')}
      columns={[
        {
          key: 'product',
          head: t('shared.product'),
          render: ({ product }) => (
            <Link to={`/products/${product.id}`} className="underline underline-offset-3">
              {product.name || product.id}
            </Link>
          ),
        },
        time('made_at', t('shared.at'), (row) => row.made_at, { sort: 'made_at' }),
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <Pill tone={TONES[row.state]}>{t(`valueProposals.states.${row.state}`)}</Pill>,
        },
        {
          key: 'seller',
          head: t('shared.seller'),
          render: ({ seller }) => (
            <Link to={`/sellers/${seller.id}`} className="link">
              {seller.name || seller.id}
            </Link>
          ),
        },
        {
          key: 'place',
          head: t('shared.salePlace'),
          render: (row) => <SalePlaceLink place={row.sale_place} />,
        },
        amount('from', t('valueProposals.from'), (row) => row.from_cents),
        amount('to', t('valueProposals.to'), (row) => row.to_cents),
        {
          key: 'promised',
          head: t('valueProposals.promised'),
          isAmount: true,
          render: (row) =>
            t('valueProposals.ofAnswers', {
              got: formatInteger(row.answers - row.less),
              answers: formatInteger(row.answers),
            }),
        },
        time('ended_at', t('valueProposals.ended'), (row) => row.ended_at),
      ]}
      filters={[
        ...period,
        chooseFrom('state', t('shared.state'), STATES, (value) => t(`valueProposals.states.${value}`)),
      ]}
      sort={{ field: 'made_at', order: 'ASC' }}
      emptyText={t('valueProposals.none')}
    />
  );
}
