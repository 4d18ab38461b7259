import { isolateWords } from '@wopack/domain';
import { Button, buttonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import {
  IconCalendarPlus,
  IconCamera,
  IconLock,
  IconNavigation,
  IconPhone,
  IconUser,
} from '@wopack/ui/icons';
import { QrCode } from '@wopack/ui/images/qr-code.tsx';
import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useIsOffline } from '../../../lib/offline/connection.ts';
import { DirectionsMenu } from '../../../ui/directions-menu.tsx';
import { IconNote } from '../../../ui/icon-note.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { Zigzag } from '../../../ui/images/zigzag.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { PastWindow, Perforation, PickupWindow, PinDigits, TicketEnding } from '../ticket/ticket-parts.tsx';
import { type FriendOrder, useOpenFriendOrder } from './friend-order.api.ts';

type FinalState = Exclude<FriendOrder['state'], 'opened' | 'unopened'>;

const isOpen = ({ state }: FriendOrder): boolean => state === 'opened' || state === 'unopened';

/** First name of who sent it; texts have a form without one. */
const useSender = ({ from }: FriendOrder) => {
  const name = from?.split(' ')[0];
  return name ? { name } : { name: '', context: 'unnamed' };
};

/** What a friend shows at the counter. */
export function FriendTicketCard({ order, linkKey }: { order: FriendOrder; linkKey: string }) {
  const { t } = useTranslation('friend');
  const { sale_place: salePlace, product } = order;
  return (
    <article className="on-raised drop-shadow-[0_14px_30px_rgb(52_16_42/.18)]">
      <div className="rounded-t-lg bg-raised p-6 pb-4">
        <div className="mb-5 flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="h2">{product.local_name ?? product.name}</h2>
            {product.local_name ? (
              // What the seller calls it, for the talk at the counter.
              <p className="text-sm font-semibold">{product.name}</p>
            ) : null}
            <p className="text-sm text-muted">
              {t('what', { count: order.quantity, place: salePlace.name })}
            </p>
          </div>
          <div className="size-12 shrink-0 overflow-hidden rounded-md">
            <Photo photo={product.photos[0]} alt="" sizes="80px" className="aspect-square!" />
          </div>
        </div>
        {order.pin ? (
          <>
            <PinDigits pin={order.pin} label={t('showThisPin')} />
            <div className="mx-auto mt-4.5 grid min-h-[168px] w-[168px] max-w-full content-center">
              <QrCode text={order.ticket ?? ''} label={t('qr')} className="block w-full rounded-sm" />
            </div>
          </>
        ) : isOpen(order) ? (
          <OpenForm order={order} linkKey={linkKey} />
        ) : null}
        <div role="status">
          {isOpen(order) ? null : <Ending order={order} state={order.state as FinalState} />}
        </div>
      </div>
      <Perforation />
      <Zigzag edge="bottom" toothWidth={18} className="bg-raised px-6 pt-4 pb-[34px]">
        {isOpen(order) ? <PickupWindow order={order} /> : <PastWindow order={order} />}
        <p className="mt-2 text-sm">
          <Unbroken>{isolateWords(salePlace.address)}</Unbroken>
        </p>
      </Zigzag>
    </article>
  );
}

/** One press: nothing that opens links by itself takes the pack over. */
function OpenForm({ order, linkKey }: { order: FriendOrder; linkKey: string }) {
  const { t } = useTranslation('friend');
  const open = useOpenFriendOrder(linkKey);
  return (
    <div className="grid gap-3">
      <p className="text-pretty text-muted">
        {t(order.state === 'opened' ? 'opened' : 'before', useSender(order))}
      </p>
      <Button fullWidth loading={open.isPending} onClick={() => open.mutate()}>
        {t('showPin')}
      </Button>
      {open.error ? <FieldError>{getErrorMessage(open.error)}</FieldError> : null}
    </div>
  );
}

/** Replaces PIN and code when nothing can be collected any more. */
function Ending({ order, state }: { order: FriendOrder; state: FinalState }) {
  const { t } = useTranslation('friend');
  const { formatDateTime } = useFormat();
  return (
    <TicketEnding state={state} title={t(`state.${state}`)} text={t(`stateText.${state}`, useSender(order))}>
      {order.collected_at ? (
        <p className="text-sm text-muted">{formatDateTime(order.collected_at, order.sale_place.time_zone)}</p>
      ) : null}
    </TicketEnding>
  );
}

/** The way there, and what somebody without an account asks. */
export function FriendTicketActions({ order }: { order: FriendOrder }) {
  const { t } = useTranslation(['friend', 'orders']);
  const sender = useSender(order);
  const isOffline = useIsOffline();
  if (!isOpen(order)) return null;
  const { phone } = order.sale_place;
  return (
    <div className="grid gap-3">
      <DirectionsMenu
        position={order.sale_place}
        className={buttonVariants({ variant: order.pin ? 'primary' : 'soft', fullWidth: true })}
      >
        <IconNavigation />
        {t('orders:directions')}
      </DirectionsMenu>
      <div className="flex flex-wrap gap-2.5">
        {'calendar' in order && order.calendar && !isOffline ? (
          <a
            href={getMediaUrl(order.calendar)}
            rel="noreferrer"
            className={cn(buttonVariants({ variant: 'ghost' }), 'grow')}
          >
            <IconCalendarPlus />
            {t('orders:calendar.add')}
          </a>
        ) : null}
        {phone ? (
          <a
            href={`tel:${phone.replaceAll(' ', '')}`}
            className={cn(buttonVariants({ variant: 'ghost' }), 'grow')}
          >
            <IconPhone />
            {t('orders:help.call')}
          </a>
        ) : null}
      </div>
      <ul className="mt-1 grid gap-3">
        {order.pin ? <IconNote icon={<IconLock />}>{t('newPin')}</IconNote> : null}
        <IconNote icon={<IconUser />}>{t('contract', sender)}</IconNote>
        {order.pin ? <IconNote icon={<IconCamera />}>{t('screenshot')}</IconNote> : null}
      </ul>
    </div>
  );
}
