import { useQuery } from '@tanstack/react-query';
import { HOLD_MINUTES, MINUTE_MS, WINNER_HOLD_MINUTES } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { IconBell, IconCheck, IconClock, IconLock, IconShieldCheck, IconUsers } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { notificationSettingsQuery, pushStateQuery, useTogglePush } from '../../../lib/browser/push.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import type { Allocation } from '../allocation.api.ts';
import { type AllocationView, useTimeAtDeadline } from './allocation-view.ts';
import { BagLine, RankedLine } from './bag-line.tsx';
import { DrawCountdown } from './draw-countdown.tsx';

export interface AllocatedOffer {
  name: string;
  slot_id: number | null;
  /** Euros. */
  price: number;
  quantity: number;
  time_zone: string;
  allocation: Allocation;
}

export interface StatusProps {
  offer: AllocatedOffer;
  view: AllocationView;
  isSignedIn: boolean;
  /** Two units are on hold for the user, so that a returned one passes them over. */
  isPassedOver: boolean;
}

export function StatusContent({ offer, view, isSignedIn }: Omit<StatusProps, 'isPassedOver'>) {
  const { t } = useTranslation('allocation');
  const { allocation, time_zone: timeZone } = offer;
  const { draw } = allocation;
  if (view === 'ranked') return <RankedStatus offer={offer} />;
  if (view === 'waiting' || view === 'waitlist' || view === 'lapsed')
    return <WaitlistStatus offer={offer} view={view} isSignedIn={isSignedIn} />;
  return (
    <>
      {draw && (view === 'open' || view === 'entered') ? (
        <DrawCountdown
          closesAt={draw.closes_at}
          timeZone={timeZone}
          entries={draw.entries}
          units={draw.units}
        />
      ) : (
        <section className="grid gap-1 rounded-lg bg-brand-soft p-4">
          <h2 className="h2">{t(view === 'opening' ? 'opening.title' : 'drawing.title')}</h2>
          <p className="text-sm">{t(view === 'opening' ? 'opening.text' : 'drawing.text')}</p>
        </section>
      )}
      {view === 'entered' ? <EnteredNote offer={offer} isSignedIn={isSignedIn} /> : null}
      {draw ? (
        <Fact as="p" icon={<IconLock />}>
          <Trans
            t={t}
            i18nKey="open.how"
            components={{ check: <Link to={paths.draw(draw.id)} className="link" /> }}
          />
        </Fact>
      ) : null}
      {!isSignedIn && view === 'open' ? <p className="text-sm text-muted">{t('guest.drawText')}</p> : null}
    </>
  );
}

function EnteredNote({
  offer: { allocation, time_zone: timeZone },
  isSignedIn,
}: {
  offer: AllocatedOffer;
  isSignedIn: boolean;
}) {
  const { t } = useTranslation('allocation');
  const { formatTime } = useFormat();
  const { draw, mine } = allocation;
  if (!draw) return null;
  return (
    <section className="grid gap-1.5">
      <h2 className="flex items-center gap-2 h2">
        <IconCheck className="size-6 shrink-0 text-save" stroke={3} />
        {t('entered.title')}
      </h2>
      <p>{t('entered.text', { time: formatTime(draw.closes_at, timeZone) })}</p>
      <NoticeFact isSignedIn={isSignedIn} as="p" />
      {mine?.entry_id ? (
        <p className="text-sm text-muted">
          {t('entered.number')}{' '}
          <code className="rounded-xs bg-panel px-1 text-[.8125rem] wrap-anywhere">{mine.entry_id}</code>
        </p>
      ) : null}
    </section>
  );
}

function RankedStatus({ offer }: { offer: AllocatedOffer }) {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const { allocation, name, price, time_zone: timeZone } = offer;
  const { draw, mine } = allocation;
  const { rank, place } = mine!;
  const winnersPayUntil = draw && getWinnersDeadline(draw.closes_at);
  const now = useTimeAtDeadline(winnersPayUntil, () => {});
  const areWinnersPaying = winnersPayUntil !== null && Date.parse(winnersPayUntil) > now;
  return (
    <>
      {rank !== null && draw ? <RankedLine rank={rank} units={draw.units} /> : null}
      <div className="grid gap-2">
        <h2 className="d2">{t('line.title', { place: format.formatOrdinal(place ?? 1) })}</h2>
        {rank !== null && draw ? (
          <p className="text-muted">
            {t('line.rank', { place: format.formatOrdinal(rank), count: draw.entries, name })}
          </p>
        ) : null}
      </div>
      <ul className="grid gap-3">
        <Fact icon={<IconClock />}>
          {areWinnersPaying ? (
            <Trans
              t={t}
              i18nKey="line.unpaidUntil"
              values={{ time: format.formatTime(winnersPayUntil, timeZone) }}
              components={{ b: <b /> }}
            />
          ) : (
            <Trans t={t} i18nKey="line.unpaid" count={HOLD_MINUTES} components={{ b: <b /> }} />
          )}
        </Fact>
        <Fact icon={<IconBell />}>
          <Trans
            t={t}
            i18nKey="line.turn"
            count={HOLD_MINUTES}
            values={{ price: format.formatEuros(price) }}
            components={{ b: <b /> }}
          />
        </Fact>
        <Fact icon={<IconUsers />}>
          <Trans
            t={t}
            i18nKey="line.public"
            values={{ time: format.formatTime(allocation.public_sale_at, timeZone) }}
            components={{ b: <b /> }}
          />
        </Fact>
      </ul>
      <DrawLink allocation={allocation} />
      <ButtonLink to={paths.offers} fullWidth>
        {t('line.others')}
      </ButtonLink>
    </>
  );
}

/** To the check of a draw that is over; nothing without one. */
export function DrawLink({ allocation: { draw } }: { allocation: Allocation }) {
  const { t } = useTranslation('allocation');
  if (draw?.state !== 'drawn') return null;
  return (
    <Fact as="p" icon={<IconShieldCheck />}>
      <Trans
        t={t}
        i18nKey="line.check"
        components={{ check: <Link to={paths.draw(draw.id)} className="link" /> }}
      />
    </Fact>
  );
}

/** The first of a draw are told at once when it closes. */
const getWinnersDeadline = (closesAt: string): string =>
  new Date(Date.parse(closesAt) + WINNER_HOLD_MINUTES * MINUTE_MS).toISOString();

/** Only those ways are promised that are on. Whoever waits has proved the address. */
function NoticeFact({ isSignedIn, as }: { isSignedIn: boolean; as?: 'p' }) {
  const { t } = useTranslation('allocation');
  const { data: push } = useQuery(pushStateQuery);
  const { data: settings } = useQuery({
    ...notificationSettingsQuery,
    enabled: isSignedIn && push === 'off',
  });
  const { mutate: turnOn, isPending } = useTogglePush(settings?.push_key, {
    turnedOn: t('list.pushTurnedOn'),
    failed: t('list.pushFailed'),
  });
  return (
    <Fact as={as} icon={<IconBell />}>
      {t(push === 'on' ? 'list.tell' : 'list.tellByMail')}
      {push === 'off' && settings ? (
        <>
          {' '}
          <button type="button" className="link" disabled={isPending} onClick={() => turnOn()}>
            {t('list.turnOnPush')}
          </button>
        </>
      ) : null}
    </Fact>
  );
}

function WaitlistStatus({ offer, view, isSignedIn }: Omit<StatusProps, 'isPassedOver'>) {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const { allocation, time_zone: timeZone } = offer;
  const { waiting, mine } = allocation;
  const place = view === 'waiting' ? (mine?.place ?? null) : null;
  return (
    <>
      {view === 'lapsed' ? (
        <div className="grid gap-1">
          <h2 className="h2">{t('lapsed.title')}</h2>
          <p className="text-muted">{t('lapsed.text')}</p>
        </div>
      ) : null}
      <section aria-label={t('waitlist')} className="grid gap-1 rounded-lg bg-brand-soft p-4">
        {place === null ? (
          <>
            <h2 className="h2">{t(allocation.can_wait ? 'list.title' : 'list.closed')}</h2>
            <p className="text-sm">{t('list.text')}</p>
            <p className="mt-1 flex items-center gap-2 font-semibold">
              <IconUsers className="size-5 shrink-0" />
              {waiting > 0 ? t('list.waiting', { count: waiting }) : t('list.nobody')}
            </p>
          </>
        ) : (
          <>
            <p className="text-sm font-semibold">{t('list.youAre')}</p>
            <p className="font-display text-[2.125rem] leading-[1.15] font-bold -tracking-[.03em]">
              {t('list.place', { place: format.formatOrdinal(place), count: waiting })}
            </p>
            <BagLine total={waiting} mine={place} />
          </>
        )}
        <p className="text-sm">
          <Trans t={t} i18nKey="list.turn" count={HOLD_MINUTES} components={{ b: <b /> }} />
        </p>
      </section>
      <ul className="grid gap-3">
        <NoticeFact isSignedIn={isSignedIn} />
        <Fact icon={<IconUsers />}>
          <Trans
            t={t}
            i18nKey="list.public"
            values={{ time: format.formatTime(allocation.public_sale_at, timeZone) }}
            components={{ b: <b /> }}
          />
        </Fact>
      </ul>
      <DrawLink allocation={allocation} />
      {isSignedIn ? null : <p className="text-sm text-muted">{t('guest.waitlistText')}</p>}
    </>
  );
}

interface FactProps {
  icon: ReactNode;
  as?: 'li' | 'p' | undefined;
  children: ReactNode;
}

const Fact = ({ icon, as: Tag = 'li', children }: FactProps) => (
  <Tag className="flex gap-3 text-[.9375rem] leading-[1.375rem] [&>svg]:size-[22px] [&>svg]:shrink-0 [&>svg]:text-muted">
    {icon}
    <span>{children}</span>
  </Tag>
);
