import { useQuery } from '@tanstack/react-query';
import { combineQueries, QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { BusinessTabs } from '../../features/businesses/business-tabs.tsx';
import { type Team, teamQuery } from '../../features/businesses/businesses.api.ts';
import { InviteForm } from '../../features/businesses/invite-form.tsx';
import type { Reauthentication } from '../../features/businesses/proof-form.tsx';
import { TeamList } from '../../features/businesses/team-list.tsx';
import { ReauthenticationFields } from '../../features/identity/password/reauthentication-fields.tsx';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries, useCurrentBusiness, useMe } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';

export const loader = () =>
  startSellerQueries((can) => [
    can('members.manage') && queryClient.query(teamQuery),
    queryClient.query(mySalePlacesQuery(i18n.language)),
  ]);

/** Who acts for the business, and invitations. */
export function Component() {
  const {
    t,
    i18n: { language },
  } = useTranslation('members');
  const business = useCurrentBusiness();
  const team = useQuery(teamQuery);
  const salePlaces = useQuery(mySalePlacesQuery(language));
  const query = combineQueries({ team, salePlaces, me: useMe() });
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <header className="mb-3">
        <h1 className="d2 wrap-anywhere">{business?.name ?? t('title')}</h1>
        <p className="mt-1 min-h-6 text-muted">{team.data ? <TeamSummary team={team.data} /> : null}</p>
      </header>
      <BusinessTabs />
      <QueryState query={query} loading={<MembersSkeleton />}>
        {(data) => {
          const reauthentication: Reauthentication = {
            hasPassword: data.me.has_password,
            renderFields: (props) => <ReauthenticationFields me={data.me} purpose="members" {...props} />,
          };
          const props = { salePlaces: data.salePlaces, reauthentication };
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_330px] min-[1400px]:gap-5">
              <TeamList team={data.team} {...props} />
              <InviteForm {...props} />
            </div>
          );
        }}
      </QueryState>
    </div>
  );
}

function TeamSummary({ team: { members, invitations } }: { team: Team }) {
  const { t } = useTranslation('members');
  return [
    t('people', { count: members.length }),
    ...(invitations.length > 0 ? [t('waiting', { count: invitations.length })] : []),
  ].join(', ');
}

const MembersSkeleton = () => (
  <Loading className="grid gap-4 min-[1400px]:grid-cols-[minmax(0,1fr)_330px] min-[1400px]:gap-5">
    <Skeleton className="h-80 rounded-lg!" />
    <Skeleton className="h-140 rounded-lg!" />
  </Loading>
);
