import { useQuery } from '@tanstack/react-query';
import { allergens } from '@wopack/contract/vocabulary';
import { handOutEndsAt, isolateWords } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { getErrorMessage, isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconAlertTriangle } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { type FriendOrder, friendOrderQuery } from '../../features/orders/friend/friend-order.api.ts';
import { FriendTicketActions, FriendTicketCard } from '../../features/orders/friend/friend-ticket.tsx';
import { TicketSkeleton } from '../../features/orders/ticket/ticket-card.tsx';
import { useWakeLock } from '../../lib/browser/use-wake-lock.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { LanguageSelect } from '../../ui/language-picker.tsx';

/** 32 random bytes in base64url: one that was cut off or copied with more is none. */
const COMPLETE_KEY = /^[\w-]{43}$/;

/** Target of the link by which a buyer hands an order over; its fragment is the key. Nobody has to sign in. */
export function Component() {
  const { t, i18n } = useTranslation('friend');
  const key = useLocation().hash.slice(1);
  const isComplete = COMPLETE_KEY.test(key);
  const query = useQuery({ ...friendOrderQuery(key, i18n.language), enabled: isComplete });
  // Without a connection, what was opened here is shown; after an answer that the link is over, nothing is.
  const isOver = !isComplete || isMissing(query.error);
  const order = isOver ? undefined : query.data;
  return (
    <div className="relative min-h-dvh bg-sunken pb-8">
      <PageTitle>{t('page')}</PageTitle>
      <div aria-hidden="true" className="absolute inset-x-0 top-0 h-[330px] bg-brand" />
      <div className="gutter relative mx-auto max-w-[460px] lg:max-w-[920px]">
        <header className="on-brand flex items-center justify-between pt-[calc(8px+env(safe-area-inset-top))] pb-2 text-on-brand">
          <Link to={paths.landing} className="rounded-xs">
            <Logo />
          </Link>
          <LanguageSelect />
        </header>
        <main className="grid gap-4">
          <div className="on-brand grid gap-1.5 pb-1 text-center text-balance text-on-brand">
            <h1 className="d2 wrap-anywhere">
              {order ? <Title order={order} /> : t(isOver ? 'overTitle' : 'page')}
            </h1>
            {order && (order.state === 'opened' || order.state === 'unopened') ? <p>{t('paid')}</p> : null}
          </div>
          {isOver ? (
            <div className="rounded-lg bg-raised">
              <EmptyState
                mood="round"
                title={t('over')}
                action={<ButtonLink to={paths.offers}>{t('packsNearby')}</ButtonLink>}
              >
                {isComplete ? getErrorMessage(query.error) : t('incomplete')}
              </EmptyState>
            </div>
          ) : order ? (
            <FriendTicket order={order} linkKey={key} isCopy={query.isError} />
          ) : query.isError ? (
            <div className="rounded-lg bg-raised">
              <ErrorState query={query} reassurance={t('safe')} />
            </div>
          ) : (
            <div className="mx-auto w-full max-w-[428px]">
              <TicketSkeleton />
            </div>
          )}
        </main>
      </div>
    </div>
  );
}

function Title({ order: { state, from, quantity: count } }: { order: FriendOrder }) {
  const { t } = useTranslation('friend');
  if (state !== 'opened' && state !== 'unopened') return t('page');
  return from ? t('title', { from, count }) : t('titleUnnamed', { count });
}

interface FriendTicketProps {
  order: FriendOrder;
  linkKey: string;
  /** The server did not answer: this is what the device kept. */
  isCopy: boolean;
}

function FriendTicket({ order, linkKey, isCopy }: FriendTicketProps) {
  const { t } = useTranslation('friend');
  const isOpen = order.state === 'opened' || order.state === 'unopened';
  useWakeLock(Boolean(order.pin) && serverNow() <= handOutEndsAt(new Date(order.pickup_end)).getTime());
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:items-start lg:gap-8">
      <FriendTicketCard order={order} linkKey={linkKey} />
      <div className="lg:on-raised grid gap-4 lg:rounded-lg lg:bg-raised lg:p-6 lg:shadow-resting">
        {isCopy && isOpen ? (
          <p role="status" className="rounded-md bg-info-soft p-4 text-sm text-pretty">
            {t('copy')}
          </p>
        ) : null}
        {isOpen ? <AllergenText order={order} /> : null}
        <FriendTicketActions order={order} />
        {isOpen ? null : (
          <ButtonLink fullWidth to={paths.offers}>
            {t('packsNearby')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** As the seller says it; whoever collects cannot choose another pack, so it says to ask. */
function AllergenText({ order }: { order: FriendOrder }) {
  const { t } = useTranslation(['friend', 'offer']);
  const { formatList } = useFormat();
  const describe = () => {
    if (order.free_of_allergens) return t('allergens.none');
    if (order.allergens.length === 0) return t('allergens.unknown');
    if (order.allergens.length === allergens.length) return t('allergens.all');
    const names = order.allergens.map((name) => t(`offer:allergens.${name}`));
    return t('allergens.named', { list: formatList(names) });
  };
  return (
    <div className="flex gap-3 rounded-md bg-urgent-soft px-4 py-3.5 text-sm leading-[1.3125rem]">
      <IconAlertTriangle className="size-[22px] shrink-0 text-urgent" />
      <p>
        <b>{t('allergens.title')}</b> {describe()}{' '}
        {t('allergens.ask', { place: isolateWords(order.sale_place.name) })}
      </p>
    </div>
  );
}
