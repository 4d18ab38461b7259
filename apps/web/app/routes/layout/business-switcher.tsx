import { useMutation, useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import {
  IconBuildingStore,
  IconCheck,
  IconChevronDown,
  IconLayoutDashboard,
  IconMilk,
} from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { chooseBusiness } from '../../features/businesses/businesses.api.ts';
import { TaskBadge } from '../../features/orders/seller/seller-task-count.tsx';
import { sellerTaskCountsQuery } from '../../features/orders/seller-orders.api.ts';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { chooseSalePlaces, useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import {
  type MyBusiness,
  useCurrentBusiness,
  useMe,
  useMemberRights,
  useSwitchableBusinesses,
} from '../../lib/data/shared-queries.ts';
import { getSellerHome, paths } from '../../lib/paths.ts';
import type { SalePlaceChoice } from '../../lib/storage/stored-values.ts';

/** For members who are no owners, and whoever has several businesses: the current one, which a press changes. */
export function BusinessSwitcher({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const { t } = useTranslation('membership');
  const businesses = useSwitchableBusinesses();
  const current = useCurrentBusiness();
  const [isOpen, setOpen] = useState(false);
  if (!current || businesses.length === 0) return null;
  const label = `${t('switch')}: ${isolateWords(current.name)}`;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        title={isCollapsed ? label : undefined}
        onClick={() => setOpen(true)}
        className={cn(
          'flex min-h-13 items-center gap-3 rounded-md bg-page text-left inset-ring-[1.5px] inset-ring-line-strong hover:bg-quiet',
          isCollapsed ? 'w-13 justify-center' : 'w-full px-2.5 py-1.5',
        )}
      >
        <Tile>
          <IconBuildingStore />
        </Tile>
        {isCollapsed ? null : (
          <>
            <span className="min-w-0 flex-1 leading-tight">
              <b className="line-clamp-2 text-sm wrap-anywhere">{current.name}</b>
              <span className="block truncate text-xs text-muted">{t(`roles.${current.role}`)}</span>
            </span>
            <IconChevronDown className="size-5 shrink-0 text-muted" />
          </>
        )}
      </button>
      {isOpen ? <SwitcherSheet businesses={businesses} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const Tile = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden="true"
    className="grid size-9 shrink-0 place-items-center rounded-sm bg-brand-soft [&_svg]:size-5"
  >
    {children}
  </span>
);

interface SheetProps {
  businesses: readonly MyBusiness[];
  onClose: () => void;
}

function SwitcherSheet({ businesses, onClose }: SheetProps) {
  const { t } = useTranslation('membership');
  const navigate = useNavigate();
  const firstName = useMe().data?.name.trim().split(/\s+/)[0];
  const { businessId } = useMemberRights();
  const choose = useMutation({
    mutationFn: async ({ business, choice }: { business: MyBusiness; choice: SalePlaceChoice | null }) => {
      if (business.id !== businessId) await chooseBusiness(business.id);
      if (choice !== null) chooseSalePlaces(business.id, choice);
      onClose();
      await navigate(getSellerHome(business.role));
    },
    onError: showErrorToast,
  });
  const stopSelling = () => {
    onClose();
    void navigate(paths.offers);
  };
  return (
    <Sheet open onClose={onClose} title={firstName ? t('where', { name: firstName }) : t('whereNobody')}>
      <div className="grid divide-y divide-line">
        {businesses.map((business) => (
          <section key={business.id} aria-label={business.name} className="grid gap-1 py-2.5">
            <p className="flex justify-between gap-4 px-1 text-[.8125rem] font-semibold text-muted">
              <span className="wrap-anywhere">{business.name}</span>
              <span className="shrink-0">{t(`roles.${business.role}`)}</span>
            </p>
            <BusinessRows
              business={business}
              isCurrent={business.id === businessId}
              isBusy={choose.isPending}
              onChoose={(choice) => choose.mutate({ business, choice })}
            />
          </section>
        ))}
        <div className="py-2.5">
          <SwitcherRow
            icon={<IconMilk />}
            name={t('buying')}
            text={t('buyingText')}
            disabled={choose.isPending}
            onClick={stopSelling}
          />
        </div>
      </div>
      <p className="text-center text-[.8125rem] text-pretty text-muted">{t('kept')}</p>
    </Sheet>
  );
}

/** From more than these the pages' own switcher, which can be searched, chooses. */
const MAX_PLACES = 12;

interface BusinessRowsProps {
  business: MyBusiness;
  isCurrent: boolean;
  isBusy: boolean;
  onChoose: (choice: SalePlaceChoice | null) => void;
}

/** Its sale places where they are known by name; else the business as a whole. */
function BusinessRows({ business, isCurrent, isBusy, onChoose }: BusinessRowsProps) {
  const { t, i18n } = useTranslation('membership');
  const { can } = useMemberRights();
  const { data: mine } = useQuery({ ...mySalePlacesQuery(i18n.language), enabled: isCurrent });
  const { data: counts } = useQuery({ ...sellerTaskCountsQuery, enabled: isCurrent && can('hand_out') });
  const salePlaces: readonly { id: number; name: string; address?: string }[] | null = isCurrent
    ? (mine ?? business.sale_places)
    : business.sale_places;
  const { chosen } = useChosenSalePlaces(salePlaces ?? []);
  if (!salePlaces || salePlaces.length < 2 || business.role === 'accountant')
    return (
      <SwitcherRow
        icon={<IconBuildingStore />}
        name={salePlaces?.length === 1 ? salePlaces[0]!.name : business.name}
        text={salePlaces?.length === 1 ? (salePlaces[0]!.address ?? '') : t('all')}
        isCurrent={isCurrent}
        disabled={isBusy}
        onClick={() => onChoose(null)}
      />
    );
  const shownPlaces = salePlaces.length > MAX_PLACES ? [] : salePlaces;
  const all = (
    <SwitcherRow
      key="all"
      icon={<IconLayoutDashboard />}
      name={t('all')}
      text={t('shops', { count: salePlaces.length })}
      isCurrent={isCurrent && chosen.length > 1 && chosen.length === salePlaces.length}
      disabled={isBusy}
      onClick={() => onChoose('all')}
    />
  );
  return [
    all,
    ...shownPlaces.map(({ id, name, address = '' }) => (
      <SwitcherRow
        key={id}
        icon={<IconBuildingStore />}
        name={name}
        text={address}
        isCurrent={isCurrent && chosen.length === 1 && chosen[0]!.id === id}
        count={counts?.places.find((place) => place.id === id)?.to_hand_out}
        disabled={isBusy}
        onClick={() => onChoose([id])}
      />
    )),
  ];
}

interface RowProps {
  icon: ReactNode;
  name: string;
  text: string;
  isCurrent?: boolean;
  count?: number | undefined;
  disabled: boolean;
  onClick: () => void;
}

function SwitcherRow({ icon, name, text, isCurrent = false, count = 0, disabled, onClick }: RowProps) {
  const { t } = useTranslation('membership');
  return (
    <button
      type="button"
      disabled={disabled}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
      className={cn(
        'flex min-h-14 w-full items-center gap-3 rounded-md px-2.5 py-1.5 text-left',
        isCurrent ? 'bg-brand-soft inset-ring-2 inset-ring-text' : 'hover:bg-quiet',
      )}
    >
      <Tile>{icon}</Tile>
      <span className="min-w-0 flex-1 leading-tight">
        <b className="block wrap-anywhere">{name}</b>
        <span className="block text-[.8125rem] wrap-anywhere text-muted">{text}</span>
      </span>
      <TaskBadge count={count}>{t('toHandOut', { count })}</TaskBadge>
      {isCurrent ? <IconCheck className="size-5 shrink-0" aria-label={t('current')} /> : null}
    </button>
  );
}
