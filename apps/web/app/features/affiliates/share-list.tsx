import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../lib/api/flatten-pages.ts';
import { Pill } from '../../ui/display/pill.tsx';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { InlineError } from '../../ui/form/inline-error.tsx';
import { type Share, type ShareFilter, sharesQuery } from './affiliates.api.ts';
import { useShareFormat } from './use-share-format.ts';

const tones = {
  pending: 'warn',
  approved: 'info',
  credited: 'ok',
  paid_out: 'ok',
  reversed: 'plain',
} as const;

interface Props {
  filter: ShareFilter;
  /** Set where the list covers several users. */
  showUser?: boolean;
}

export function ShareList({ filter, showUser = false }: Props) {
  const { t } = useTranslation('partner');
  const list = useInfiniteQuery(sharesQuery(filter));
  if (list.isPending) {
    return (
      <Loading className="grid gap-2">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </Loading>
    );
  }
  if (!list.data) return <InlineError error={list.error} onRetry={() => void list.refetch()} />;
  const shares = flattenPages(list.data.pages);
  if (shares.length === 0) return <p className="py-3 text-muted">{t('shares.none')}</p>;
  return (
    <>
      <ul aria-label={t('shares.title')}>
        {shares.map((share) => (
          <ShareRow key={share.id} share={share} showUser={showUser} />
        ))}
      </ul>
      <LoadMore query={list} moreLabel={t('more')} errorMessage={t('moreFailed')} />
    </>
  );
}

function ShareRow({ share, showUser }: { share: Share; showUser: boolean }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const { state, reason, side, person_id: id, hundredths } = share;
  const reasonText =
    state === 'pending'
      ? t('shares.until', { day: format.shortDay(share.approve_at) })
      : share.credit_month
        ? t('shares.creditedFor', {
            reason: t(`reason.${reason}`),
            month: format.monthInSentence(share.credit_month),
          })
        : t(`reason.${reason}`);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line py-3 last:border-0">
      <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <span className="font-semibold">
          {showUser
            ? `${t(side === 'buyer' ? 'clientNumber' : 'sellerNumber', { id })} · ${format.shortDay(share.created_at)}`
            : format.shortDay(share.created_at)}
        </span>
        <span className="text-sm text-pretty text-muted">
          {hundredths < 0 ? t('shares.takenBack', { why: reasonText }) : reasonText}
        </span>
      </span>
      <Pill tone={tones[state]}>{t(`state.${state}`)}</Pill>
      <b className={state === 'reversed' ? 'whitespace-nowrap text-muted line-through' : 'whitespace-nowrap'}>
        {format.exactShare(hundredths)}
      </b>
    </li>
  );
}
