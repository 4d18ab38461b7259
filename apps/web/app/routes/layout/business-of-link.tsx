import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { chooseBusiness } from '../../features/businesses/businesses.api.ts';
import { useMe, useMemberRights } from '../../lib/data/shared-queries.ts';
import { getSellerHome, parseId, paths } from '../../lib/paths.ts';

const PARAM = 'business';

/**
 * Around pages that mails and notifications link to: a link to a page of another business (`?business=7`) makes the
 * device work for that one first. Says so when the user is no member of it any more.
 */
export function BusinessOfLink({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const { data: me } = useMe();
  const { businessId } = useMemberRights();
  const linkedId = parseId(params.get(PARAM));
  const isOther = linkedId !== null && businessId !== null && linkedId !== businessId;
  const choice = useQuery({
    queryKey: ['business-of-link', linkedId],
    queryFn: async () => {
      await chooseBusiness(linkedId!);
      return null;
    },
    enabled: isOther,
    retry: false,
    gcTime: 0,
  });
  // So that a switch to another business later is not undone by going back.
  const isDone = params.has(PARAM) && me !== undefined && !isOther;
  useEffect(() => {
    if (!isDone) return;
    setParams(
      (current) => {
        const rest = new URLSearchParams(current);
        rest.delete(PARAM);
        return rest;
      },
      { replace: true },
    );
  }, [isDone, setParams]);
  if (linkedId === null || (me && !isOther)) return children;
  if (isOther && isMissing(choice.error)) return <MembershipEnded />;
  return (
    <div className="gutter py-4 sm:py-7">
      {isOther && choice.error ? (
        <ErrorState query={choice} />
      ) : (
        <LoadingRows count={4} row="h-14" className="grid gap-3" />
      )}
    </div>
  );
}

interface MessageProps {
  title: string;
  text: string;
  action: ReactNode;
}

/** Instead of a page that the member may not open. */
export const MembershipMessage = ({ title, text, action }: MessageProps) => (
  <div className="gutter py-4 sm:py-7">
    <PageTitle>{title}</PageTitle>
    <div role="alert" className="rounded-lg bg-surface">
      <EmptyState mood="frown" title={title} action={action}>
        {text}
      </EmptyState>
    </div>
  </div>
);

/** The user keeps the account, and maybe another business. */
export function MembershipEnded({ onContinue }: { onContinue?: () => void }) {
  const { t } = useTranslation('membership');
  const { role } = useMemberRights();
  return (
    <MembershipMessage
      title={t('endedTitle')}
      text={t('endedText')}
      action={
        role ? (
          <ButtonLink to={getSellerHome(role)} onClick={onContinue}>
            {t('toOther')}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.offers}>{t('toOffers')}</ButtonLink>
        )
      }
    />
  );
}
