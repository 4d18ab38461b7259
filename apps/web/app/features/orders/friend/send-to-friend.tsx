import { countKeptUnits } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { IconCopy, IconShare } from '@wopack/ui/icons';
import { ConfirmDialog, Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { copyText, shareLink } from '../../../ui/share.tsx';
import {
  type BuyerOrder,
  getProductName,
  useCreateFriendLink,
  useTakeBackFriendLink,
} from '../buyer-orders.api.ts';

/** On the ticket of an order that somebody else may collect. Renders nothing once it is opened: the ticket says so. */
export function SendToFriend({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const now = useNow(30_000);
  const [dialog, setDialog] = useState<'send' | 'link' | 'takeBack' | null>(null);
  /** The server answers it once. */
  const [url, setUrl] = useState<string | null>(null);
  const close = () => setDialog(null);
  const isSendable = order.can_send_to_friend === true && now <= Date.parse(order.pickup_end);
  const isSent = order.friend !== undefined && order.friend.opened_at === null;
  if (!isSendable) return null;
  return (
    <>
      {isSent ? (
        <SentCard
          order={order}
          onShare={url === null ? null : () => setDialog('link')}
          onRenew={() => setDialog('send')}
          onTakeBack={() => setDialog('takeBack')}
        />
      ) : (
        <Button variant="ghost" fullWidth icon={<IconShare />} onClick={() => setDialog('send')}>
          {t('friend.action')}
        </Button>
      )}
      <SendDialog
        order={order}
        open={dialog === 'send'}
        onClose={close}
        onMade={(made) => {
          setUrl(made);
          setDialog('link');
        }}
      />
      {url === null ? null : <LinkSheet order={order} url={url} open={dialog === 'link'} onClose={close} />}
      <TakeBackDialog
        id={order.id}
        open={dialog === 'takeBack'}
        onClose={close}
        onTakenBack={() => {
          setUrl(null);
          close();
        }}
      />
    </>
  );
}

interface SentCardProps {
  order: BuyerOrder;
  /** Null where this page does not have the link. */
  onShare: (() => void) | null;
  onRenew: () => void;
  onTakeBack: () => void;
}

function SentCard({ order, onShare, onRenew, onTakeBack }: SentCardProps) {
  const { t } = useTranslation('orders');
  const { formatDateTime } = useFormat();
  return (
    <section
      aria-labelledby="friend-title"
      className="on-raised grid gap-3 rounded-lg bg-raised p-5 shadow-resting"
    >
      <div role="status" className="grid gap-1">
        <h2 id="friend-title" className="h3">
          {t('friend.sent')}
        </h2>
        <p className="text-sm text-pretty text-muted">
          {t('friend.sentText', {
            when: formatDateTime(order.friend!.sent_at, order.sale_place.time_zone),
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="soft"
          size="small"
          icon={<IconShare />}
          className="grow"
          onClick={onShare ?? onRenew}
        >
          {t(onShare ? 'friend.share' : 'friend.again')}
        </Button>
        <Button variant="danger" size="small" className="grow" onClick={onTakeBack}>
          {t('friend.takeBack')}
        </Button>
      </div>
    </section>
  );
}

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/** What it means is read before the link is made; a link that was made before ends with it. */
function SendDialog({
  order,
  open,
  onClose,
  onMade,
}: DialogProps & { order: BuyerOrder; onMade: (url: string) => void }) {
  const { t } = useTranslation('orders');
  const create = useCreateFriendLink(order.id);
  const isAgain = order.friend !== undefined;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        isAgain
          ? t('friend.againTitle')
          : t('friend.title', { count: order.quantity > 1 ? countKeptUnits(order) : 1 })
      }
      description={t(isAgain ? 'friend.againText' : 'friend.text')}
      confirmLabel={t('friend.make')}
      loading={create.isPending}
      onConfirm={() => create.mutate(undefined, { onSuccess: ({ url }) => onMade(url) })}
    >
      {isAgain ? null : <p className="text-sm text-pretty">{t('friend.rules')}</p>}
      {create.error ? <FieldError>{getErrorMessage(create.error)}</FieldError> : null}
    </ConfirmDialog>
  );
}

function LinkSheet({ order, url, open, onClose }: DialogProps & { order: BuyerOrder; url: string }) {
  const { t } = useTranslation(['orders', 'common']);
  const { formatUntil } = useFormat();
  const share = async () => {
    const outcome = await shareLink({ title: getProductName(order), url });
    if (outcome === 'copied') showToast(t('common:share.copied'));
    if (outcome === 'failed') showToast(t('common:share.failed'));
    else onClose();
  };
  const copy = async () => {
    const isCopied = await copyText(url);
    showToast(t(isCopied ? 'common:share.copied' : 'common:share.failed'));
    if (isCopied) onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('friend.made')}
      description={t('friend.madeText', {
        until: formatUntil(order.pickup_end, order.sale_place.time_zone),
      })}
    >
      <label className="grid gap-1.5 text-sm font-semibold">
        {t('friend.link')}
        <input
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
          className="min-h-11 w-full rounded-sm bg-panel px-3.5 text-sm font-normal text-ellipsis"
        />
      </label>
      <div className="mt-2 flex flex-col gap-2.5 sm:flex-row-reverse">
        {'share' in navigator ? (
          <Button icon={<IconShare />} className="sm:flex-1" onClick={() => void share()}>
            {t('friend.share')}
          </Button>
        ) : null}
        <Button
          variant={'share' in navigator ? 'soft' : 'primary'}
          icon={<IconCopy />}
          className="sm:flex-1"
          onClick={() => void copy()}
        >
          {t('friend.copy')}
        </Button>
      </div>
    </Sheet>
  );
}

function TakeBackDialog({
  id,
  open,
  onClose,
  onTakenBack,
}: DialogProps & { id: number; onTakenBack: () => void }) {
  const { t } = useTranslation('orders');
  const takeBack = useTakeBackFriendLink(id);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('friend.takeBackTitle')}
      description={t('friend.takeBackText')}
      confirmLabel={t('friend.takeBack')}
      isDanger
      loading={takeBack.isPending}
      onConfirm={() => takeBack.mutate(undefined, { onSuccess: onTakenBack })}
    >
      {takeBack.error ? <FieldError>{getErrorMessage(takeBack.error)}</FieldError> : null}
    </ConfirmDialog>
  );
}
