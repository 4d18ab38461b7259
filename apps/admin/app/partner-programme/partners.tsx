import { getLocale, isolateWords } from '@wopack/domain';
import { TextLink } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { getListPath, type Row } from '../lib/resources.ts';
import { useFormat, useRecord } from '../lib/use-console.ts';
import { PAYOUT_ACCOUNTS } from '../people/sellers.tsx';
import { chooseFrom, type FilterDeclaration, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, PageHead, PageState, Panel, UserLink } from '../ui/panels.tsx';

type Sign = Row<'referrals'>['signs'][number];

const STATE_TONES = { active: 'ok', blocked: 'bad', deleted: 'plain' } as const;

/** A fraction of a cent is shown: 15 % of 1.29 EUR is 0.1935 EUR. */
export function useHundredths(): (hundredths: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(getLocale(i18n.language), {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 4,
  });
  return (hundredths) => format.format(hundredths / 10_000);
}

export function Signs({ signs }: { signs: readonly Sign[] }) {
  const { t } = useTranslation('admin');
  if (signs.length === 0) return '–';
  return (
    <span className="inline-flex flex-wrap gap-1">
      {signs.map((sign) => (
        <Pill key={sign} tone="warn">
          {t(`partners.signs.${sign}`)}
        </Pill>
      ))}
    </span>
  );
}

export const PartnerLink = ({ partner }: { partner: { id: number; name: string } }) => (
  <Link to={`/partners/${partner.id}`} className="underline underline-offset-3">
    {partner.name || partner.id}
  </Link>
);

export function useFilters() {
  const { t } = useTranslation('admin');
  return {
    period: usePeriodFilters(),
    partner: {
      kind: 'record',
      name: 'partner_id',
      label: t('shared.partner'),
    } satisfies FilterDeclaration,
    signs: chooseFrom('signs', t('partners.withSigns'), ['yes', 'no'], (value) => t(value)),
  };
}

/** All partners with what they were credited. */
export function Partners() {
  const { t } = useTranslation('admin');
  const { time, amount, count } = useColumns('partners');
  const { period, signs } = useFilters();
  return (
    <ListPage
      resource="partners"
      title={t('menu.partners')}
      columns={[
        { key: 'name', head: t('shared.name'), render: (row) => <PartnerLink partner={row} /> },
        { key: 'email', head: t('shared.email'), render: (row) => row.email },
        count('referred', t('partners.referrals'), (row) => row.referred),
        count('signs', t('partners.withSigns'), (row) => row.referrals_with_signs || null),
        amount('credited', t('shared.credited'), (row) => row.credited_cents),
        { key: 'last', head: t('partners.lastCredit'), render: (row) => row.last_credit ?? '–' },
        time('since', t('shared.since'), (row) => row.created_at, { sort: 'created_at' }),
        {
          key: 'payout_account',
          head: t('sellers.payoutAccount'),
          render: (row) => t(`sellers.payoutAccounts.${row.payout_account}`),
        },
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <Pill tone={STATE_TONES[row.state]}>{t(`users.states.${row.state}`)}</Pill>,
        },
      ]}
      filters={[
        ...period,
        { kind: 'text', name: 'q', label: t('shared.nameOrEmail') },
        signs,
        chooseFrom('payout_account', t('sellers.payoutAccount'), PAYOUT_ACCOUNTS, (value) =>
          t(`sellers.payoutAccounts.${value}`),
        ),
      ]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('partners.empty')}
    />
  );
}

/** A partner, and what they have in common with those they referred. */
export function Partner() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('partners', id);
  const { formatMoney, formatInteger, formatDateTime } = useFormat();
  const formatHundredths = useHundredths();
  const partner = query.data;
  if (!partner) return <PageState query={query} />;
  const linkTo = (resource: string) => getListPath(resource, { partner_id: String(partner.id) });
  return (
    <div className="grid gap-4">
      <PageHead
        title={partner.name || partner.email}
        state={<Pill tone={STATE_TONES[partner.state]}>{t(`users.states.${partner.state}`)}</Pill>}
        back={{ to: '/partners', label: t('menu.partners') }}
        subtitle={`${isolateWords(partner.email)} · ${t('shared.number')} ${partner.id}`}
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('partners.money')}>
          <Facts>
            <Fact name={t('partners.pending')}>{formatHundredths(partner.pending_hundredths)}</Fact>
            <Fact name={t('partners.approved')}>{formatHundredths(partner.approved_hundredths)}</Fact>
            <Fact name={t('partners.creditedSum')}>{formatMoney(partner.credited_cents)}</Fact>
            <Fact name={t('partners.owed')}>{formatMoney(partner.owed_cents)}</Fact>
            <Fact name={t('sellers.payoutAccount')}>
              {t(`sellers.payoutAccounts.${partner.payout_account}`)}
            </Fact>
          </Facts>
          <p className="flex flex-wrap gap-x-4 text-sm">
            <TextLink to={linkTo('credits')}>{t('menu.credits')}</TextLink>
            <TextLink to={linkTo('shares')}>{t('menu.shares')}</TextLink>
          </p>
        </Panel>
        <Panel title={t('menu.referrals')}>
          <Facts>
            <Fact name={t('partners.code')}>{partner.referral_code}</Fact>
            <Fact name={t('partners.visits')}>{formatInteger(partner.visits)}</Fact>
            <Fact name={t('partners.referred')}>{formatInteger(partner.referred)}</Fact>
            <Fact name={t('partners.referredSellers')}>{formatInteger(partner.referred_sellers)}</Fact>
            <Fact name={t('shared.since')}>{formatDateTime(partner.created_at)}</Fact>
          </Facts>
          <p className="text-sm">
            <TextLink to={linkTo('referrals')}>{t('partners.allReferrals')}</TextLink>
          </p>
        </Panel>
      </div>
      <Panel title={t('partners.signsTitle')}>
        <p className="text-sm text-muted">{t('partners.signsText')}</p>
        {partner.signs.length === 0 ? (
          <p className="text-sm">{t('partners.noSigns')}</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {partner.signs.map(({ user, signs, orders, hundredths }) => (
              <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
                <span className="min-w-0 flex-1 basis-40 font-semibold">
                  <UserLink user={user} />
                </span>
                <Signs signs={signs} />
                <span className="text-muted tabular-nums">
                  {t('partners.ordersFor', {
                    orders: formatInteger(orders),
                    amount: formatHundredths(hundredths),
                  })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
