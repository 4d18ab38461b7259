import type { Reply } from '@wopack/contract/client';
import { payoutAccountStates, sellerStates } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { RecordActions } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, ListLink, PageHead, PageState, Panel, SalePlaceLink, UserLink } from '../ui/panels.tsx';

type AdminSeller = Reply<'getAdminSeller'>['data'];

const STATE_TONES = { incomplete: 'plain', new: 'warn', verified: 'ok', suspended: 'bad' } as const;
export const PAYOUT_ACCOUNTS = ['open', ...payoutAccountStates] as const;

function SellerState({ state }: { state: AdminSeller['state'] }) {
  const { t } = useTranslation('admin');
  return <Pill tone={STATE_TONES[state]}>{t(`sellers.states.${state}`)}</Pill>;
}

/** All sellers, by the state of their identity. */
export function Sellers() {
  const { t } = useTranslation('admin');
  const { time, count } = useColumns('sellers');
  const period = usePeriodFilters();
  return (
    <ListPage
      resource="sellers"
      title={t('menu.sellers')}
      columns={[
        {
          key: 'name',
          head: t('shared.name'),
          render: (row) => (
            <Link to={`/sellers/${row.id}`} className="underline underline-offset-3">
              {row.name || row.email}
            </Link>
          ),
        },
        { key: 'email', head: t('shared.email'), render: (row) => row.email },
        { key: 'country', head: t('shared.country'), render: (row) => row.country ?? '–' },
        { key: 'vat', head: t('sellers.vatNumber'), render: (row) => row.vat_number ?? '–' },
        count('places', t('shared.salePlaces'), (row) => row.sale_places),
        {
          key: 'payout_account',
          head: t('sellers.payoutAccount'),
          render: (row) => t(`sellers.payoutAccounts.${row.payout_account}`),
        },
        {
          key: 'held',
          head: t('sellers.payouts'),
          render: (row) => t(getPayoutsKey(row)),
        },
        time('created_at', t('shared.since'), (row) => row.created_at, { sort: 'created_at' }),
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <SellerState state={row.state} />,
        },
      ]}
      filters={[
        ...period,
        { kind: 'text', name: 'q', label: t('sellers.search') },
        chooseFrom('state', t('shared.state'), sellerStates, (value) => t(`sellers.states.${value}`)),
        chooseFrom('payout_account', t('sellers.payoutAccount'), PAYOUT_ACCOUNTS, (value) =>
          t(`sellers.payoutAccounts.${value}`),
        ),
        {
          kind: 'choice',
          name: 'payouts_held',
          label: t('sellers.payouts'),
          options: [
            { value: 'yes', label: t('sellers.held') },
            { value: 'no', label: t('sellers.paidOut') },
          ],
        },
      ]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('sellers.empty')}
    />
  );
}

/** An operator's own hold outlasts a block. */
const getPayoutsKey = ({ payouts_held, is_blocked }: { payouts_held: boolean; is_blocked: boolean }) =>
  payouts_held ? 'sellers.held' : is_blocked ? 'sellers.heldByBlock' : 'sellers.paidOut';

type ActionName = 'verify' | 'end' | 'keep' | 'suspend' | 'reinstate' | 'holdPayouts' | 'releasePayouts';

/** A seller: identity, money, sale places, and what an operator can do. */
export function Seller() {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const { id } = useParams();
  const query = useRecord('sellers', id);
  const { formatMoney, formatInteger, formatDateTime } = useFormat();
  const seller = query.data;
  if (!seller) return <PageState query={query} />;
  const params = { id: seller.id };
  const name = (key: ActionName) => ({
    key,
    label: t(`sellers.actions.${key}`),
    effect: t(`sellers.effects.${key}`),
  });
  const isSuspended = seller.state === 'suspended';
  return (
    <div className="grid gap-4">
      <PageHead
        title={seller.name || seller.email}
        state={<SellerState state={seller.state} />}
        back={{ to: '/sellers', label: t('menu.sellers') }}
        subtitle={`${isolateWords(seller.email)} · ${t('shared.number')} ${seller.id}`}
        actions={
          <RecordActions
            about={{ kind: 'seller', id: seller.id }}
            actions={[
              seller.state === 'new' && {
                ...name('verify'),
                right: 'sellers.verify',
                run: (reason) => call('verifySeller', { params, body: { reason } }),
              },
              seller.payouts_held
                ? {
                    ...name('releasePayouts'),
                    right: 'sellers.hold_payouts',
                    run: (reason) => call('releasePayouts', { params, body: { reason } }),
                  }
                : {
                    ...name('holdPayouts'),
                    right: 'sellers.hold_payouts',
                    run: (reason) => call('holdPayouts', { params, body: { reason } }),
                  },
              !isSuspended &&
                (seller.ends_at
                  ? {
                      ...name('keep'),
                      right: 'sellers.suspend',
                      run: (reason) => call('reinstateSeller', { params, body: { reason } }),
                    }
                  : {
                      ...name('end'),
                      right: 'sellers.suspend',
                      isDanger: true,
                      run: (reason) => call('endSeller', { params, body: { reason } }),
                    }),
              isSuspended
                ? {
                    ...name('reinstate'),
                    right: 'sellers.suspend',
                    run: (reason) => call('reinstateSeller', { params, body: { reason } }),
                  }
                : {
                    ...name('suspend'),
                    right: 'sellers.suspend',
                    isDanger: true,
                    run: (reason) => call('suspendSeller', { params, body: { reason } }),
                  },
            ]}
          />
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('sellers.identity')}>
          <Facts>
            <Fact name={t('shared.address')}>{seller.address || '–'}</Fact>
            <Fact name={t('shared.country')}>{seller.country ?? '–'}</Fact>
            <Fact name={t('sellers.vatNumber')}>
              {seller.vat_number ?? '–'} · {t(`sellers.vatChecks.${seller.vat_check}`)}
            </Fact>
            <Fact name={t('sellers.verifiedAt')}>
              {seller.verified_at ? formatDateTime(seller.verified_at) : '–'}
            </Fact>
            {seller.ends_at ? <Fact name={t('sellers.endsAt')}>{formatDateTime(seller.ends_at)}</Fact> : null}
            {seller.suspended_at ? (
              <Fact name={t('sellers.suspendedAt')}>{formatDateTime(seller.suspended_at)}</Fact>
            ) : null}
          </Facts>
        </Panel>
        <Panel title={t('sellers.trade')}>
          <Facts>
            <Fact name={t('sellers.balance')}>{formatMoney(seller.balance_cents)}</Fact>
            <Fact name={t('sellers.payouts')}>
              {t(getPayoutsKey(seller))}
              {seller.iban_last4 ? ` · IBAN … ${seller.iban_last4}` : ''}
            </Fact>
            <Fact name={t('shared.orders')}>
              <ListLink resource="orders" filter={{ seller_id: seller.id }}>
                {formatInteger(seller.orders)}
              </ListLink>
            </Fact>
            <Fact name={t('shared.openOrders')}>{formatInteger(seller.open_orders)}</Fact>
            <Fact name={t('shared.problems')}>{formatInteger(seller.problems)}</Fact>
            {hasRight('users.view') ? (
              <Fact name={t('sellers.account')}>
                <Link to={`/users/${seller.id}`} className="link">
                  {t('sellers.openAccount')}
                </Link>
              </Fact>
            ) : null}
          </Facts>
        </Panel>
        <PayoutAccountPanel seller={seller} />
        <Panel title={t('sellers.members')}>
          <ul className="grid gap-3 text-sm">
            {seller.members.map((member) => (
              <li key={member.id} className="grid gap-0.5">
                <span>
                  <UserLink user={member} />
                </span>
                <span className="text-muted">
                  {t(`sellers.memberRoles.${member.role}`)}
                  {member.is_founder ? ` · ${t('sellers.founder')}` : ''}
                  {member.sale_places === null
                    ? ''
                    : ` · ${t('sellers.chosenPlaces', { number: member.sale_places })}`}
                  {` · ${formatDateTime(member.joined_at)}`}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('menu.sale_places')}>
          {seller.places.length === 0 ? <p className="text-sm text-muted">{t('places.empty')}</p> : null}
          <ul className="grid gap-3 text-sm">
            {seller.places.map((place) => (
              <li key={place.id} className="grid gap-0.5">
                <span>
                  <SalePlaceLink place={place} />
                </span>
                <span className="text-muted">
                  {isolateWords(place.address)} · {t('places.products', { number: place.products })}
                  {place.is_hidden ? ` · ${t('catalogue.hidden')}` : ''}
                  {place.is_paused ? ` · ${t('places.paused')}` : ''}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}

/** At the payment provider, which lacks what is named in its own terms. */
function PayoutAccountPanel({ seller }: { seller: AdminSeller }) {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const details = seller.payout_account_details;
  if (!details && !seller.awaits_payout_account) return null;
  return (
    <Panel title={t('sellers.payoutAccount')}>
      <Facts>
        <Fact name={t('shared.state')}>
          {t(`sellers.payoutAccounts.${seller.payout_account}`)}
          {details ? ` · ${formatDateTime(details.state_since)}` : ''}
        </Fact>
        <Fact name={t('sellers.onSale')}>
          {t(seller.awaits_payout_account ? 'sellers.awaitsAccount' : 'sellers.mayBeOnSale')}
        </Fact>
        {details?.requirements.length ? (
          <Fact name={t('sellers.requirements')}>{details.requirements.join(', ')}</Fact>
        ) : null}
        {details?.deadline ? (
          <Fact name={t('sellers.deadline')}>{formatDateTime(details.deadline)}</Fact>
        ) : null}
        {details?.disabled_reason ? (
          <Fact name={t('sellers.disabledReason')}>{details.disabled_reason}</Fact>
        ) : null}
        {details?.first_verified_at ? (
          <Fact name={t('sellers.firstVerifiedAt')}>{formatDateTime(details.first_verified_at)}</Fact>
        ) : null}
        {details?.ref ? <Fact name={t('sellers.accountRef')}>{details.ref}</Fact> : null}
      </Facts>
    </Panel>
  );
}
