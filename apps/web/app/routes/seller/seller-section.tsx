import { useQuery } from '@tanstack/react-query';
import { hasMemberRight, memberRoles } from '@wopack/contract/vocabulary';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { queryKeys, useCurrentBusiness, useMemberRights } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import type { RouteHandle } from '../../lib/layout-options.tsx';
import { getSellerHome } from '../../lib/paths.ts';
import { BusinessOfLink, MembershipEnded, MembershipMessage } from '../layout/business-of-link.tsx';
import { BusinessSwitcher } from '../layout/business-switcher.tsx';

/**
 * Around all pages that act for a business: says why when the role does not allow a page, and when the membership has
 * ended meanwhile.
 */
export function Component() {
  return (
    <BusinessOfLink>
      <Section />
    </BusinessOfLink>
  );
}

function Section() {
  const right = useMatches()
    .map(({ handle }) => (handle as RouteHandle | undefined)?.right)
    .findLast(Boolean);
  const { businessId, role, can } = useMemberRights();
  const { t } = useTranslation('membership');
  const { formatLastDay } = useFormat();
  const business = useCurrentBusiness();
  const isWide = useIsWideScreen();
  const [enteredId, setEnteredId] = useState(businessId);
  useForgetFormer(businessId);
  const hasEnded = useHasEnded(enteredId, businessId, setEnteredId);
  if (hasEnded) return <MembershipEnded onContinue={() => setEnteredId(businessId)} />;
  if (right && role && !can(right))
    return <Refused roles={memberRoles.filter((other) => hasMemberRight(other, right))} />;
  return (
    <>
      {isWide ? null : (
        <div className="gutter pt-4 empty:hidden">
          <BusinessSwitcher />
        </div>
      )}
      {business?.is_suspended || business?.ends_at ? (
        <div className="gutter pt-4">
          <p role="status" className="rounded-md bg-danger-soft p-4 text-pretty">
            {business.is_suspended ? t('suspended') : t('ends', { date: formatLastDay(business.ends_at!) })}
          </p>
        </div>
      ) : null}
      <Outlet key={businessId} />
    </>
  );
}

/** Another one may be chosen in another tab: what was read for the former business is not shown as that of the next. */
function useForgetFormer(businessId: number | null): void {
  const former = useRef(businessId);
  useEffect(() => {
    if (former.current !== null && former.current !== businessId)
      void queryClient.resetQueries({ queryKey: queryKeys.seller });
    former.current = businessId;
  }, [businessId]);
}

/**
 * Whether the user is no longer a member of the business that the page was opened for. Another one may also have been
 * chosen, here or in another tab: the page follows.
 */
function useHasEnded(
  enteredId: number | null,
  businessId: number | null,
  follow: (businessId: number | null) => void,
): boolean {
  const isMember = useQuery({
    queryKey: ['is-member', enteredId, businessId],
    queryFn: async ({ signal }) =>
      (await call('listMyBusinesses', { signal })).data.some(({ id }) => id === enteredId),
    enabled: enteredId !== null && enteredId !== businessId,
    gcTime: 0,
  });
  if (enteredId !== businessId && (enteredId === null || isMember.data)) follow(businessId);
  return enteredId !== businessId && isMember.data === false;
}

function Refused({ roles }: { roles: (typeof memberRoles)[number][] }) {
  const { t } = useTranslation('membership');
  const { role } = useMemberRights();
  return (
    <MembershipMessage
      title={t('refusedTitle')}
      text={t('refusedText', {
        role: t(`roles.${role!}`),
        roles: roles.map((name) => t(`roles.${name}`)).join(', '),
      })}
      action={<ButtonLink to={getSellerHome(role!)}>{t('toMyPages')}</ButtonLink>}
    />
  );
}
