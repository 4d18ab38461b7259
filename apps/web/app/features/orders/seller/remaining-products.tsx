import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';
import type { SellerOrder } from '../seller-orders.api.ts';

/** Above this a number is clearer than icons. */
const MAX_ICONS = 14;

/** A bag with an initial for each order to hand out, a dashed one for each unit left. */
export function RemainingProducts({
  ordersToHandOut,
  unsold,
}: {
  ordersToHandOut: readonly SellerOrder[];
  unsold: number;
}) {
  const { t } = useTranslation('seller');
  const buyers = ordersToHandOut.slice(0, MAX_ICONS);
  const unsoldIcons = Math.min(Math.max(unsold, 0), MAX_ICONS - buyers.length);
  const hiddenCount = ordersToHandOut.length + Math.max(unsold, 0) - buyers.length - unsoldIcons;
  return (
    <ul className="flex flex-wrap items-end gap-x-3.5 gap-y-3">
      {buyers.map(({ id, client }) => (
        <ProductIcon key={id} name={client.split(' ')[0] ?? client} initial={client.charAt(0)} />
      ))}
      {Array.from({ length: unsoldIcons }, (_, index) => `unsold ${index}`).map((key) => (
        <ProductIcon key={key} name={t('today.unsold')} />
      ))}
      {hiddenCount > 0 ? (
        <li className="pb-1 font-display font-bold">{t('today.more', { count: hiddenCount })}</li>
      ) : null}
    </ul>
  );
}

function ProductIcon({ name, initial }: { name: string; initial?: string }) {
  return (
    <li className="grid w-[84px] justify-items-center gap-1.5 text-center text-sm leading-5 font-semibold">
      <svg viewBox="4 18 56 46" aria-hidden="true" className="w-[76px]">
        <path
          d="M9 25 20.5 37 32 26 43.5 37 55 25v26a8 8 0 0 1-8 8H17a8 8 0 0 1-8-8z"
          strokeLinejoin="round"
          className={cn('stroke-contrast', initial ? 'fill-contrast' : 'fill-none')}
          strokeWidth={initial ? 4 : 2}
          strokeDasharray={initial ? undefined : '4 3.4'}
        />
        {initial ? (
          <text
            x="32"
            y="54"
            textAnchor="middle"
            fontSize="15"
            fontWeight="700"
            className="fill-brand font-display"
          >
            {initial}
          </text>
        ) : null}
      </svg>
      <span className="w-full truncate">{name}</span>
    </li>
  );
}
