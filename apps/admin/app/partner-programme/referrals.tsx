import { shareSides } from '@wopack/contract/vocabulary';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-console.ts';
import { chooseFrom } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { OrderLink, UserLink } from '../ui/panels.tsx';
import { PartnerLink, Signs, useFilters, useHundredths } from './partners.tsx';

const SHARE_STATES = ['pending', 'approved', 'reversed'] as const;

const SHARE_TONES = { pending: 'warn', approved: 'ok', reversed: 'bad' } as const;

/** Users whom partners referred. */
export function Referrals() {
  const { t } = useTranslation('admin');
  const { time, count } = useColumns('referrals');
  const formatHundredths = useHundredths();
  const { period, partner, signs } = useFilters();
  return (
    <ListPage
      resource="referrals"
      title={t('menu.referrals')}
      columns={[
        { key: 'user', head: t('referrals.user'), render: (row) => <UserLink user={row.user} /> },
        {
          key: 'partner',
          head: t('shared.partner'),
          render: (row) => <PartnerLink partner={row.partner} />,
        },
        {
          key: 'role',
          head: t('shared.role'),
          render: (row) => t(row.is_seller ? 'users.roles.seller' : 'users.roles.buyer'),
        },
        count('orders', t('shared.orders'), (row) => row.orders),
        {
          key: 'share',
          head: t('referrals.share'),
          isAmount: true,
          render: (row) => formatHundredths(row.hundredths),
        },
        time('since', t('shared.since'), (row) => row.created_at, { sort: 'created_at' }),
        { key: 'signs', head: t('referrals.common'), render: (row) => <Signs signs={row.signs} /> },
      ]}
      filters={[...period, partner, signs]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('referrals.noReferrals')}
    />
  );
}

/** Parts of the commission of single orders. */
export function Shares() {
  const { t } = useTranslation('admin');
  const { time } = useColumns('shares');
  const formatHundredths = useHundredths();
  const { period, partner } = useFilters();
  return (
    <ListPage
      resource="shares"
      title={t('menu.shares')}
      columns={[
        {
          key: 'order',
          head: t('shared.order'),
          render: (row) => <OrderLink id={row.order_id} />,
        },
        {
          key: 'partner',
          head: t('shared.partner'),
          render: (row) => <PartnerLink partner={row.partner} />,
        },
        { key: 'user', head: t('referrals.user'), render: (row) => <UserLink user={row.user} /> },
        { key: 'side', head: t('referrals.side'), render: (row) => t(`users.roles.${row.side}`) },
        {
          key: 'share',
          head: t('referrals.share'),
          isAmount: true,
          render: (row) => formatHundredths(row.hundredths),
          sum: (sums) => formatHundredths(sums.hundredths),
        },
        time('at', t('shared.at'), (row) => row.created_at, { sort: 'id' }),
        { key: 'month', head: t('referrals.creditMonth'), render: (row) => row.credit_month ?? '–' },
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <Pill tone={SHARE_TONES[row.state]}>{t(`referrals.states.${row.state}`)}</Pill>,
        },
      ]}
      filters={[
        ...period,
        partner,
        { kind: 'record', name: 'user_id', label: t('referrals.user') },
        chooseFrom('side', t('referrals.side'), shareSides, (value) => t(`users.roles.${value}`)),
        chooseFrom('state', t('shared.state'), SHARE_STATES, (value) => t(`referrals.states.${value}`)),
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('referrals.noShares')}
    />
  );
}

/** What partners were credited, by month. */
export function Credits() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('credits');
  const { formatAmount } = useFormat();
  const formatHundredths = useHundredths();
  const { period, partner } = useFilters();
  return (
    <ListPage
      resource="credits"
      title={t('menu.credits')}
      columns={[
        {
          key: 'partner',
          head: t('shared.partner'),
          render: (row) => <PartnerLink partner={row.partner} />,
        },
        { key: 'month', head: t('referrals.creditMonth'), render: (row) => row.month },
        {
          key: 'exact',
          head: t('referrals.exact'),
          isAmount: true,
          render: (row) => formatHundredths(row.hundredths),
          sum: (sums) => formatHundredths(sums.hundredths),
        },
        amount('amount', t('shared.credited'), (row) => row.amount_cents, {
          sum: (sums) => formatAmount(sums.amount_cents),
        }),
        time('at', t('shared.at'), (row) => row.credited_at, { sort: 'credited_at' }),
      ]}
      filters={[...period, partner]}
      sort={{ field: 'credited_at', order: 'DESC' }}
      emptyText={t('referrals.noCredits')}
    />
  );
}
