import { isolateWords } from '@wopack/domain';
import { ButtonLink, iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconClock, IconPlus } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OtherPlacesToHandOut } from '../../../features/orders/seller/open-reports.tsx';
import type { SellerDay, SellerOrder } from '../../../features/orders/seller-orders.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { useNow, useToday } from '../../../lib/browser/use-now.ts';
import { useMe, useMemberRights } from '../../../lib/data/shared-queries.ts';
import { useFormat, useFormattedWindows } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { hasRegistration } from '../../../lib/storage/registration.ts';
import type { SalePlaceChoice } from '../../../lib/storage/stored-values.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import { HandOutAtSalePlace } from '../orders/hand-out-at-sale-place.tsx';
import { SalePlaceSwitcher, useSalePlacesLabel } from '../sale-place-switcher.tsx';

interface Props {
  /** At least one. */
  chosen: readonly SalePlace[];
  salePlaces: readonly SalePlace[];
  onChoose: (choice: SalePlaceChoice) => void;
}

export function DayHeader({ chosen, salePlaces, onChoose }: Props) {
  const { t } = useTranslation('seller');
  const { formatDate } = useFormat();
  const greeting = useGreeting();
  const isWide = useIsWideScreen();
  const getLabel = useSalePlacesLabel();
  const salePlace = chosen[0]!;
  const today = useToday(salePlace.time_zone);
  const { can } = useMemberRights();
  const isRegistering = hasRegistration();
  const actionLabel = t(isRegistering ? 'today.resume' : 'today.newPack');
  const actionPath = isRegistering ? paths.sellerQuickStart : `${paths.newProduct}?place=${salePlace.id}`;
  if (!isWide) {
    return (
      <header className="flex flex-wrap items-center gap-2.5">
        <h1 className="sr-only">{greeting}</h1>
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand">
          <FoodIcon slug={salePlace.categories[0]?.slug ?? ''} />
        </span>
        {salePlaces.length > 1 ? (
          <SalePlaceSwitcher
            salePlaces={salePlaces}
            chosen={chosen}
            onChoose={onChoose}
            className="min-w-0 flex-1"
          />
        ) : (
          <span className="min-w-0 flex-1">
            <b className="block truncate leading-5">{salePlace.name}</b>
            <span className="block truncate text-[.8125rem] leading-tight text-muted">
              {salePlace.address}
            </span>
          </span>
        )}
        {can('products.manage') ? (
          <Link to={actionPath} aria-label={actionLabel} title={actionLabel} className={iconButtonVariants()}>
            <IconPlus />
          </Link>
        ) : null}
      </header>
    );
  }
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="d2">{greeting}</h1>
        <p className="mt-1 text-muted first-letter:uppercase">
          {formatDate(today)} · {isolateWords(getLabel(chosen, salePlaces))}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SalePlaceSwitcher
          salePlaces={salePlaces}
          chosen={chosen}
          onChoose={onChoose}
          className="w-auto max-w-64"
        />
        {can('products.manage') ? (
          <ButtonLink to={actionPath} icon={<IconPlus />}>
            {actionLabel}
          </ButtonLink>
        ) : null}
      </div>
    </header>
  );
}

function useGreeting(): string {
  const { t } = useTranslation(['seller', 'common']);
  const { data: me } = useMe();
  const hour = new Date(useNow(60_000)).getHours();
  const dayPart = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 20 ? 'afternoon' : 'evening';
  const name = me?.name.trim().split(/\s+/)[0];
  return name ? t(`today.${dayPart}`, { name }) : t('common:titles.seller');
}

interface DayPanelProps {
  /** At least one. */
  chosen: readonly SalePlace[];
  day: SellerDay;
  ordersToHandOut: readonly SellerOrder[];
  selectedOrder: SellerOrder | null;
  onSelectOrder: (selectedOrder: SellerOrder | null) => void;
}

/** Today's orders to hand out, and the PIN field. */
export function DayPanel({ chosen, day, ordersToHandOut, selectedOrder, onSelectOrder }: DayPanelProps) {
  const { t } = useTranslation('seller');
  const isWide = useIsWideScreen();
  const pickup = useFormattedWindows(day.windows, day.time_zone);
  return (
    <section className="on-brand grid gap-4 rounded-lg bg-brand p-5 text-on-brand sm:gap-8 sm:rounded-xl sm:p-8 lg:grid-cols-[minmax(0,1fr)_minmax(300px,372px)]">
      <div className="flex flex-col gap-2 sm:gap-3.5">
        <p className="flex items-center gap-2 text-sm font-semibold sm:text-base">
          <IconClock className="size-5 shrink-0" />
          {pickup || t('today.noWindow')}
        </p>
        <h2 className="d2 sm:max-w-[12em] sm:text-[length:var(--text-d1)] sm:leading-[1.08]">
          {day.to_hand_out ? t('today.toHandOut', { count: day.to_hand_out }) : t('today.nothing')}
        </h2>
        <OtherPlacesToHandOut />
        {isWide && day.quantity > 0 ? (
          <div className="mt-auto pt-1">
            <RemainingProducts ordersToHandOut={ordersToHandOut} unsold={day.quantity - day.sold} />
          </div>
        ) : null}
      </div>
      <div className="on-paper grid content-center rounded-[18px] bg-surface p-4 text-text sm:rounded-lg sm:p-[22px]">
        <HandOutAtSalePlace salePlaces={chosen} selectedOrder={selectedOrder} onSelectOrder={onSelectOrder} />
      </div>
    </section>
  );
}

/** Above this a number is clearer than icons. */
const MAX_ICONS = 14;

/** A bag with an initial for each order to hand out, a dashed one for each unit left. */
function RemainingProducts({
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
