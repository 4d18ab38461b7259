import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconBuildingStore, IconCheck, IconChevronDown, IconSearch } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TaskBadge } from '../../features/orders/seller/seller-task-count.tsx';
import { sellerTaskCountsQuery } from '../../features/orders/seller-orders.api.ts';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { useMemberRights } from '../../lib/data/shared-queries.ts';
import { createNameComparator, foldWords } from '../../lib/i18n/language.ts';
import type { SalePlaceChoice } from '../../lib/storage/stored-values.ts';

/** From so many on, names are searched for. */
const SEARCHED_COUNT = 8;

interface Props {
  salePlaces: readonly SalePlace[];
  chosen: readonly SalePlace[];
  onChoose: (choice: SalePlaceChoice) => void;
  className?: string;
}

/** What is chosen, in a word: the name of one, or how many. */
export function useSalePlacesLabel() {
  const { t } = useTranslation('seller');
  return (chosen: readonly SalePlace[], salePlaces: readonly SalePlace[]): string => {
    if (chosen.length === 1) return chosen[0]!.name;
    return chosen.length === salePlaces.length
      ? t('orders.allPlaces')
      : t('switcher.some', { count: chosen.length });
  };
}

/** One sale place, several or all, for the seller's pages. Renders nothing with a single one. */
export function SalePlaceSwitcher({ salePlaces, chosen, onChoose, className }: Props) {
  const { t } = useTranslation('seller');
  const [isOpen, setOpen] = useState(false);
  const label = useSalePlacesLabel()(chosen, salePlaces);
  if (salePlaces.length < 2) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('today.place')}: ${isolateWords(label)}`}
        onClick={() => setOpen(true)}
        className={cn(
          controlVariants({ variant: 'quiet' }),
          'relative h-12 truncate pr-11 pl-11 text-left font-semibold',
          className,
        )}
      >
        <IconBuildingStore className="absolute top-3.5 left-4 size-5 text-muted" />
        {label}
        <IconChevronDown className="absolute top-3.5 right-4 size-5 text-muted" />
      </button>
      {isOpen ? (
        <SwitcherSheet
          salePlaces={salePlaces}
          chosen={chosen}
          onChoose={onChoose}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** A name chooses that sale place alone and closes; boxes put several together. */
function SwitcherSheet({ salePlaces, chosen, onChoose, onClose }: Props & { onClose: () => void }) {
  const { t, i18n } = useTranslation(['seller', 'membership']);
  const { can } = useMemberRights();
  const { data: counts } = useQuery({ ...sellerTaskCountsQuery, enabled: can('hand_out') });
  const [searchText, setSearchText] = useState('');
  const isAll = chosen.length === salePlaces.length;
  const words = foldWords(searchText);
  const shownPlaces = salePlaces
    .toSorted(createNameComparator(i18n.language))
    .filter(({ name, address }) => foldWords(`${name} ${address}`).includes(words));
  const chooseAlone = (choice: SalePlaceChoice) => {
    onChoose(choice);
    onClose();
  };
  const toggle = (id: number) => {
    const ids = chosen.map((salePlace) => salePlace.id);
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
    // One is always shown.
    if (next.length > 0) onChoose(next.length === salePlaces.length ? 'all' : next);
  };
  const countOf = (id: number) => counts?.places.find((place) => place.id === id)?.to_hand_out ?? 0;
  return (
    <Sheet open onClose={onClose} title={t('switcher.title')} description={t('switcher.text')}>
      {salePlaces.length >= SEARCHED_COUNT ? (
        <TextField
          label={t('switcher.search')}
          hideLabel
          type="search"
          variant="search"
          icon={<IconSearch />}
          placeholder={t('switcher.search')}
          autoComplete="off"
          value={searchText}
          onChange={({ currentTarget: { value } }) => setSearchText(value)}
          inputClassName="h-12!"
        />
      ) : null}
      <ul className="grid gap-1">
        {words ? null : (
          <li>
            <SalePlaceButton
              name={t('orders.allPlaces')}
              text={t('membership:shops', { count: salePlaces.length })}
              isCurrent={isAll}
              onClick={() => chooseAlone('all')}
            />
          </li>
        )}
        {shownPlaces.map(({ id, name, address }) => (
          <li key={id} className="flex items-center gap-2">
            <SalePlaceButton
              name={name}
              text={address}
              isCurrent={chosen.length === 1 && chosen[0]!.id === id}
              count={countOf(id)}
              onClick={() => chooseAlone([id])}
            />
            <Checkbox
              checked={chosen.some((salePlace) => salePlace.id === id)}
              onChange={() => toggle(id)}
              className="shrink-0 px-2"
            >
              <span className="sr-only">{t('switcher.also', { name })}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <p role="status" className="text-muted empty:hidden">
        {shownPlaces.length === 0 ? t('switcher.none') : null}
      </p>
      <Button fullWidth onClick={onClose}>
        {t('switcher.done')}
      </Button>
      <p className="text-center text-[.8125rem] text-pretty text-muted">{t('switcher.kept')}</p>
    </Sheet>
  );
}

interface ButtonProps {
  name: string;
  text: string;
  isCurrent: boolean;
  count?: number;
  onClick: () => void;
}

function SalePlaceButton({ name, text, isCurrent, count = 0, onClick }: ButtonProps) {
  const { t } = useTranslation('membership');
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
      className={cn(
        'flex min-h-14 w-full min-w-0 flex-1 items-center gap-3 rounded-md px-2.5 py-1.5 text-left',
        isCurrent ? 'bg-brand-soft inset-ring-2 inset-ring-text' : 'hover:bg-quiet',
      )}
    >
      <span className="min-w-0 flex-1 leading-tight">
        <b className="block wrap-anywhere">{name}</b>
        <span className="block text-[.8125rem] wrap-anywhere text-muted">{text}</span>
      </span>
      <TaskBadge count={count}>{t('toHandOut', { count })}</TaskBadge>
      {isCurrent ? <IconCheck className="size-5 shrink-0" aria-label={t('current')} /> : null}
    </button>
  );
}
