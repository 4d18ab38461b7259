import { shareSides } from '@wopack/contract/vocabulary';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-console.ts';
import { ListPage } from '../ui/list-page.tsx';
import { OrderLink, UserLink } from '../ui/panels.tsx';
import { PartnerLink, Signs, useFilters, useHundredths } from './partners.tsx';

const SHARE_STATES = ['pending', 'approved', 'reversed'] as const;

const SHARE_TONES = { pending: 'warn', approved: 'ok', reversed: 'bad' } as const;

/** Users whom partners referred. */
export function Referrals() {
  const { t } = useTranslation('admin');
  const { formatInteger, formatDateTime } = useFormat();
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
        {
          key: 'orders',
          head: t('shared.orders'),
          isAmount: true,
          render: (row) => formatInteger(row.orders),
        },
        {
          key: 'share',
          head: t('referrals.share'),
          isAmount: true,
          render: (row) => formatHundredths(row.hundredths),
        },
        {
          key: 'since',
          head: t('shared.since'),
          sort: 'created_at',
          render: (row) => formatDateTime(row.created_at),
        },
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
  const { formatDateTime } = useFormat();
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
        { key: 'at', head: t('shared.at'), sort: 'id', render: (row) => formatDateTime(row.created_at) },
        { key: 'month', head: t('referrals.creditMonth'), render: (row) => row.credit_month ?? '–' },
        {
          key: 'state',
          head: t('shared.state'),
          render: (row) => <Pill tone={SHARE_TONES[row.state]}>{t(`referrals.states.${row.state}`)}</Pill>,
        },
      ]}
      filters={[
        ...period,
        partner,
        { kind: 'record', name: 'user_id', label: t('referrals.user'), show: (id) => id },
        {
          kind: 'choice',
          name: 'side',
          label: t('referrals.side'),
          options: shareSides.map((value) => ({ value, label: t(`users.roles.${value}`) })),
        },
        {
          kind: 'choice',
          name: 'state',
          label: t('shared.state'),
          options: SHARE_STATES.map((value) => ({ value, label: t(`referrals.states.${value}`) })),
        },
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('referrals.noShares')}
    />
  );
}

/** What partners were credited, by month. */
export function Credits() {
  const { t } = useTranslation('admin');
  const { formatAmount, formatDateTime } = useFormat();
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
        {
          key: 'amount',
          head: t('shared.credited'),
          isAmount: true,
          render: (row) => formatAmount(row.amount_cents),
          sum: (sums) => formatAmount(sums.amount_cents),
        },
        {
          key: 'at',
          head: t('shared.at'),
          sort: 'credited_at',
          render: (row) => formatDateTime(row.credited_at),
        },
      ]}
      filters={[...period, partner]}
      sort={{ field: 'credited_at', order: 'DESC' }}
      emptyText={t('referrals.noCredits')}
    />
  );
}
