import type { Reply } from '@wopack/contract/client';
import { lookAlikeStates, placeClaimStates } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { useFormat, useRecord } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { RecordActions } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { CaseDecision, Fact, Facts, PageHead, PageState, Panel, Quote } from '../ui/panels.tsx';

type AdminLookAlike = Reply<'getLookAlike'>['data'];

const TONES = {
  open: 'warn',
  kept: 'plain',
  hidden: 'bad',
  transferred: 'bad',
  approved: 'ok',
  refused: 'plain',
} as const;

function State({ state }: { state: keyof typeof TONES }) {
  const { t } = useTranslation('admin');
  return <Pill tone={TONES[state]}>{t(`placeClaims.states.${state}`)}</Pill>;
}

/** Sale places that were registered near another seller's of a like name. */
export function LookAlikes() {
  const { t } = useTranslation('admin');
  const { time, linkedNumber } = useColumns('look_alikes');
  const period = usePeriodFilters();
  const { formatInteger } = useFormat();
  return (
    <ListPage
      resource="look_alikes"
      title={t('menu.look_alikes')}
      columns={[
        linkedNumber(),
        time('created_at', t('shared.at'), (row) => row.created_at, { sort: 'created_at' }),
        { key: 'place', head: t('placeClaims.newPlace'), render: (row) => row.place.name },
        { key: 'seller', head: t('shared.seller'), render: (row) => row.place.seller.name },
        { key: 'earlier', head: t('placeClaims.earlierPlace'), render: (row) => row.earlier_place.name },
        {
          key: 'distance',
          head: t('placeClaims.distance'),
          isAmount: true,
          render: (row) => t('placeClaims.metres', { number: formatInteger(row.distance) }),
        },
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <State state={row.state} />,
        },
      ]}
      filters={[
        ...period,
        chooseFrom('state', t('shared.state'), lookAlikeStates, (value) => t(`placeClaims.states.${value}`)),
      ]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('placeClaims.lookAlikesEmpty')}
    />
  );
}

/** One of two sale places that are compared. */
function PlacePanel({ title, place }: { title: string; place: AdminLookAlike['place'] }) {
  const { t } = useTranslation('admin');
  const { formatDateTime, formatInteger } = useFormat();
  return (
    <Panel title={title}>
      <Facts>
        <Fact name={t('shared.salePlace')}>
          <Link to={`/sale_places/${place.id}`} className="link">
            {place.name}
          </Link>
        </Fact>
        <Fact name={t('shared.address')}>{place.address}</Fact>
        <Fact name={t('shared.phone')}>{place.phone || '–'}</Fact>
        <Fact name={t('shared.seller')}>
          <Link to={`/sellers/${place.seller.id}`} className="link">
            {place.seller.name}
          </Link>
        </Fact>
        <Fact name={t('shared.since')}>{formatDateTime(place.created_at)}</Fact>
        <Fact name={t('shared.products')}>{formatInteger(place.products)}</Fact>
        <Fact name={t('placeClaims.open')}>{formatInteger(place.open_orders)}</Fact>
        <Fact name={t('catalogue.isHidden')}>{t(place.is_hidden ? 'yes' : 'no')}</Fact>
      </Facts>
    </Panel>
  );
}

/** Two sale places side by side; whose is hidden reads the reason. */
export function LookAlike() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('look_alikes', id);
  const { formatDateTime, formatInteger } = useFormat();
  const pair = query.data;
  if (!pair || query.error) return <PageState query={query} />;
  const decide = (decision: 'keep' | 'hide_new' | 'transfer') => (reason: string) =>
    call('decideLookAlike', { params: { id: pair.id }, body: { decision, reason } });
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('placeClaims.lookAlikeTitle', { id: pair.id })}
        state={<State state={pair.state} />}
        back={{ to: '/look_alikes', label: t('menu.look_alikes') }}
        subtitle={`${t('placeClaims.metres', { number: formatInteger(pair.distance) })} · ${formatDateTime(pair.created_at)}`}
        actions={
          pair.state === 'open' ? (
            <RecordActions
              about={{ kind: 'look_alike', id: pair.id }}
              actions={[
                {
                  key: 'keep',
                  label: t('placeClaims.keep'),
                  effect: t('placeClaims.keepEffect'),
                  right: 'catalogue.moderate',
                  run: decide('keep'),
                },
                {
                  key: 'hide_new',
                  label: t('placeClaims.hideNew'),
                  effect: t('placeClaims.hideNewEffect'),
                  right: 'catalogue.moderate',
                  isDanger: true,
                  run: decide('hide_new'),
                },
                {
                  key: 'transfer',
                  label: t('placeClaims.transfer'),
                  effect: t('placeClaims.transferEffect'),
                  right: 'catalogue.moderate',
                  isDanger: true,
                  run: decide('transfer'),
                },
              ]}
            />
          ) : null
        }
      />
      <CaseDecision decided={pair.decided} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <PlacePanel title={t('placeClaims.newPlace')} place={pair.place} />
        <PlacePanel title={t('placeClaims.earlierPlace')} place={pair.earlier_place} />
      </div>
    </div>
  );
}

/** Claims of sellers on sale places of others. */
export function PlaceClaims() {
  const { t } = useTranslation('admin');
  const { time, linkedNumber } = useColumns('place_claims');
  const period = usePeriodFilters();
  return (
    <ListPage
      resource="place_claims"
      title={t('menu.place_claims')}
      columns={[
        linkedNumber(),
        time('created_at', t('shared.at'), (row) => row.created_at, { sort: 'created_at' }),
        { key: 'place', head: t('shared.salePlace'), render: (row) => row.place.name },
        { key: 'seller', head: t('shared.seller'), render: (row) => row.place.seller.name },
        { key: 'claimant', head: t('placeClaims.claimant'), render: (row) => row.claimant.name },
        time('answer_until', t('placeClaims.answerUntil'), (row) => row.answer_until),
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <State state={row.state} />,
        },
      ]}
      filters={[
        ...period,
        chooseFrom('state', t('shared.state'), placeClaimStates, (value) => t(`placeClaims.states.${value}`)),
      ]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('placeClaims.claimsEmpty')}
    />
  );
}

/** What both sides say; it can be approved once the owner has answered or had the time to. */
export function PlaceClaim() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('place_claims', id);
  const { formatDateTime } = useFormat();
  const claim = query.data;
  if (!claim || query.error) return <PageState query={query} />;
  const decide = (decision: 'approve' | 'refuse') => (reason: string) =>
    call('decidePlaceClaim', { params: { id: claim.id }, body: { decision, reason } });
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('placeClaims.claimTitle', { id: claim.id })}
        state={<State state={claim.state} />}
        back={{ to: '/place_claims', label: t('menu.place_claims') }}
        subtitle={`${isolateWords(claim.place.name)} · ${formatDateTime(claim.created_at)}`}
        actions={
          claim.state === 'open' ? (
            <RecordActions
              about={{ kind: 'place_claim', id: claim.id }}
              actions={[
                claim.can_approve && {
                  key: 'approve',
                  label: t('placeClaims.approve'),
                  effect: t('placeClaims.approveEffect'),
                  right: 'catalogue.moderate',
                  isDanger: true,
                  run: decide('approve'),
                },
                {
                  key: 'refuse',
                  label: t('placeClaims.refuse'),
                  effect: t('placeClaims.refuseEffect'),
                  right: 'catalogue.moderate',
                  run: decide('refuse'),
                },
              ]}
            />
          ) : null
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <CaseDecision decided={claim.decided} />
          <Panel title={t('placeClaims.evidence')}>
            <Facts>
              <Fact name={t('placeClaims.claimant')}>
                <Link to={`/sellers/${claim.claimant.id}`} className="link">
                  {claim.claimant.name}
                </Link>
              </Fact>
              <Fact name={t('placeClaims.contact')}>{claim.phone || '–'}</Fact>
            </Facts>
            <Quote>{claim.text}</Quote>
            {claim.photos.length > 0 ? (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
                {claim.photos.map((photo, index) => (
                  <li key={photo.path}>
                    <a href={photo.path} target="_blank" rel="noopener" className="block">
                      <img
                        src={photo.path}
                        srcSet={photo.srcset}
                        sizes="160px"
                        alt={t('placeClaims.photo', { number: index + 1 })}
                        className="aspect-square w-full rounded-sm bg-quiet object-contain"
                      />
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </Panel>
          <Panel title={t('placeClaims.answer')}>
            <Facts>
              <Fact name={t('placeClaims.owner')}>
                <Link to={`/sellers/${claim.owner.id}`} className="link">
                  {claim.owner.name}
                </Link>
              </Fact>
            </Facts>
            {claim.answer === null ? (
              <p className="text-sm text-muted">
                {t('placeClaims.noAnswer', { date: formatDateTime(claim.answer_until) })}
              </p>
            ) : (
              <Quote>{claim.answer}</Quote>
            )}
          </Panel>
        </div>
        <PlacePanel title={t('shared.salePlace')} place={claim.place} />
      </div>
    </div>
  );
}
