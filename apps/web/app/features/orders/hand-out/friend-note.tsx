import { cn } from '@wopack/ui/cn.ts';
import { IconUsers } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import type { SellerOrder } from '../seller-orders.api.ts';

/** That somebody else than the buyer comes, with a PIN of their own; nothing for other orders. */
export function FriendNote({ order, className }: { order: SellerOrder; className?: string }) {
  const { t } = useTranslation('hand-out');
  if (!order.is_with_friend) return null;
  return (
    <span className={cn('flex items-start gap-1.5 text-sm leading-snug', className)}>
      <IconUsers className="size-[18px] shrink-0" />
      <span className="min-w-0">{t(order.collected_at === null ? 'friend.comes' : 'friend.came')}</span>
    </span>
  );
}
