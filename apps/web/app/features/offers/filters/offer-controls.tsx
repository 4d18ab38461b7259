import { useQuery } from '@tanstack/react-query';
import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { IconList, IconMap2, IconSearch, IconX } from '@wopack/ui/icons';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import type { OffersQuery } from '../offers.api.ts';
import { FoodChip } from './food-chip.tsx';
import type { OfferFilters } from './offer-filters.ts';
import { OfferSelects } from './offer-selects.tsx';
import { type Suggestion, useSuggestions } from './search-suggestions.ts';
import { LocateButton, LocateNote, type UserLocation } from './user-location.tsx';

interface OfferControlsProps {
  filters: OfferFilters;
  userLocation: UserLocation;
  /** Heading of the list; phones show it beside the order. */
  heading?: string;
}

/** From here on search, selects and view fit into one row, in each language and beside the open side menu. */
const ONE_ROW_QUERY = '(min-width: 80rem)';

export function OfferControls({ filters, userLocation, heading }: OfferControlsProps) {
  const { t } = useTranslation('offers');
  const isWide = useIsWideScreen();
  const isOneRow = useMediaQuery(ONE_ROW_QUERY);
  const selects = <OfferSelects plain={!isWide} filters={filters} userLocation={userLocation} />;
  return (
    <section aria-label={t('controls')}>
      <div className="mb-2 flex items-center justify-between gap-2 sm:mb-3 sm:gap-3">
        <OfferSearchBox
          value={filters.text}
          onChange={filters.setText}
          near={filters.query.needFavourite ? undefined : filters.query}
          className="min-w-0 flex-1 sm:max-w-[380px]"
        />
        {isWide ? (
          <div className="flex items-center gap-3">
            {isOneRow ? selects : null}
            <ViewToggle />
          </div>
        ) : (
          <LocateButton userLocation={userLocation} className="size-13" />
        )}
      </div>
      {isWide && !isOneRow ? <div className="mb-3 flex flex-wrap gap-3">{selects}</div> : null}
      <TypeChips filters={filters} />
      {isWide ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 pt-2">
          {heading ? <h1 className="h2">{heading}</h1> : null}
          <div className="flex flex-wrap items-center gap-x-3">{selects}</div>
        </div>
      )}
      <LocateNote userLocation={userLocation} />
    </section>
  );
}

interface TypeChipsProps {
  filters: OfferFilters;
  /** Wraps the chips; else they scroll in one row. */
  wrap?: boolean;
  /** Raised above the map. */
  raised?: boolean;
  /** Before the chips, in their row. */
  children?: ReactNode;
}

/** Scrolls the row of a chip, and nothing else. Once more in the fonts of the page. */
const scrollRow = (chip: HTMLElement | null, getLeft: (chip: HTMLElement, row: Element) => number) => {
  const row = chip?.closest('[data-chip-row]');
  if (!chip || !row) return;
  const scroll = () =>
    // Where there is no layout, rows do not scroll.
    row.scrollTo?.({ left: getLeft(chip, row), behavior: 'instant' });
  scroll();
  void document.fonts?.ready.then(scroll);
};

/** What is on is in sight. */
const showInRow = (chip: HTMLElement | null) =>
  scrollRow(
    chip,
    ({ offsetLeft, offsetWidth }, { clientWidth }) => offsetLeft - (clientWidth - offsetWidth) / 2,
  );

/** 'All' is no filter: the row shows what stands before it, whole. */
const showRowStart = (chip: HTMLElement | null) => scrollRow(chip, () => 0);

/** Radio buttons in the shape of chips. */
export function TypeChips({ filters, wrap = true, raised = false, children }: TypeChipsProps) {
  const { t, i18n } = useTranslation('offers');
  const { data: productTypes, isPending } = useQuery(productTypesQuery(i18n.language));
  const groupName = useId();
  const { type: value, setType: onChange, activeCount, clear } = filters;
  const renderChip = (id: number, label: string, icon?: ReactNode) => (
    <label
      key={id}
      ref={value !== id ? undefined : id === 0 ? showRowStart : showInRow}
      className={cn(
        raised ? 'bg-raised shadow-resting' : 'bg-panel',
        'relative inline-flex min-h-[44px] shrink-0 items-center gap-2 rounded-full px-4 text-[.9375rem] leading-tight font-semibold whitespace-nowrap has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-[img]:pl-3',
      )}
    >
      <input
        type="radio"
        name={groupName}
        className="sr-only"
        checked={value === id}
        onChange={() => onChange(id)}
      />
      {icon}
      {label}
    </label>
  );
  return (
    <div className={cn('-mx-(--gutter) flex min-w-0 flex-wrap', activeCount > 0 && 'pl-(--gutter)')}>
      {activeCount > 0 ? (
        // Beside the row that scrolls: no chip lies under it.
        <button
          type="button"
          onClick={clear}
          className={cn(
            'my-1.5 inline-flex min-h-[44px] shrink-0 cursor-pointer items-center gap-1.5 self-start rounded-full bg-contrast px-3.5 text-[.9375rem] font-semibold whitespace-nowrap text-on-contrast',
            raised && 'shadow-resting',
          )}
        >
          <IconX className="size-4.5" />
          {t('clearFilters', { count: activeCount })}
        </button>
      ) : null}
      <div
        data-chip-row
        className={cn(
          'relative flex min-w-0 flex-1 basis-40 gap-2 overflow-x-auto py-1.5 pr-(--gutter) [scrollbar-width:none]',
          activeCount > 0
            ? 'ml-2 pl-2 [mask-image:linear-gradient(90deg,transparent,#000_8px)]'
            : 'pl-(--gutter)',
          wrap && 'lg:flex-wrap',
        )}
      >
        {children}
        <FoodChip filters={filters} raised={raised} />
        <fieldset className="contents">
          <legend className="sr-only">{t('types')}</legend>
          {renderChip(0, t('all'))}
          {productTypes?.map((type) => renderChip(type.id, type.name, <FoodIcon slug={type.slug} />))}
        </fieldset>
        {isPending
          ? ['w-28', 'w-32', 'w-30'].map((width) => (
              <Skeleton key={width} className={cn('h-11 shrink-0 rounded-full', width)} />
            ))
          : null}
      </div>
    </div>
  );
}

export function ViewToggle({ className }: { className?: string }) {
  const { t } = useTranslation('offers');
  const [view, setView] = useOffersView();
  return (
    <SegmentedControl
      isCompact
      legend={t('view.legend')}
      value={view}
      onChange={setView}
      className={className}
      options={[
        { value: 'list', label: t('view.list'), icon: <IconList /> },
        { value: 'map', label: t('view.map'), icon: <IconMap2 /> },
      ]}
    />
  );
}

type View = 'list' | 'map';

/** The view stored last; a URL that names a sale place on the map shows the map. */
export function useOffersView() {
  const [storedView, setStoredView] = useStored('offersView');
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const isSalePlaceRequested = new URLSearchParams(search).has('place');
  const selectView = useCallback(
    (view: View) => {
      setStoredView(view);
      if (isSalePlaceRequested) void navigate(pathname, { replace: true });
    },
    [setStoredView, isSalePlaceRequested, navigate, pathname],
  );
  return [isSalePlaceRequested || storedView === 'map' ? 'map' : 'list', selectView] as const;
}

const DEBOUNCE_MS = 300;

interface OfferSearchBoxProps {
  value: string;
  /** Debounced. */
  onChange: (value: string) => void;
  /** Where shops and packs are suggested; without it nothing is. */
  near?: OffersQuery;
  className?: string;
}

const NOWHERE: OffersQuery = {};

/**
 * A text box that suggests how to complete the text. Without `TextField` and the library's combobox: it has no error to
 * show, and each of them is a twentieth of the first load.
 */
export function OfferSearchBox({ value, onChange, near, className }: OfferSearchBoxProps) {
  const id = useId();
  const { t } = useTranslation('offers');
  const [draft, setDraft] = useState({ text: value, changed: value });
  // The value was changed from outside meanwhile, such as by 'show everything'.
  const inputText = draft.changed === value ? draft.text : value;
  const setInputText = (text: string) => setDraft({ text, changed: value });

  const send = useEffectEvent(() => {
    if (inputText === value) return;
    setDraft({ text: inputText, changed: inputText });
    onChange(inputText);
  });
  useEffect(() => {
    if (inputText === value) return;
    const timer = setTimeout(() => send(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [inputText, value]);
  // The map has its own box: switching to it must not lose the text being debounced.
  useEffect(() => () => send(), []);

  const [isTyping, setIsTyping] = useState(false);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const suggestions = useSuggestions(inputText, near ?? NOWHERE, near !== undefined && isTyping);
  const isOpen = isTyping && suggestions.length > 0;
  const active = isOpen && activeIndex !== null ? suggestions[activeIndex] : undefined;
  const close = () => {
    setIsTyping(false);
    setActiveIndex(null);
  };
  const select = ({ text }: Suggestion) => {
    close();
    setDraft({ text, changed: text });
    onChange(text);
  };
  const optionId = (index: number) => `${id}-${index}`;
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (!isOpen) {
      // What is suggested later would cover what has been searched for.
      if (event.key === 'Enter') close();
      return;
    }
    const { length } = suggestions;
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      // Above the first and below the last one is the field itself.
      const next = ((activeIndex ?? -1) + 1 + step + length + 1) % (length + 1);
      setActiveIndex(next === 0 ? null : next - 1);
    } else if (event.key === 'Enter') {
      if (active) select(active);
      else close();
    } else if (event.key === 'Escape') {
      // Else the browser clears the field.
      event.preventDefault();
      close();
    }
  };

  return (
    <search className={cn('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {t('search')}
      </label>
      <div className="relative grid items-center">
        <IconSearch className="pointer-events-none absolute left-[16px] size-[20px] text-muted" />
        <input
          id={id}
          type="search"
          {...(near && {
            role: 'combobox',
            'aria-autocomplete': 'list' as const,
            'aria-expanded': isOpen,
            'aria-controls': isOpen ? `${id}-list` : undefined,
            'aria-activedescendant': active ? optionId(activeIndex!) : undefined,
          })}
          placeholder={t('searchHint')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={inputText}
          onChange={(event) => {
            setInputText(event.target.value);
            setIsTyping(true);
            setActiveIndex(null);
          }}
          onKeyDown={handleKey}
          onBlur={close}
          className={cn(
            controlVariants({ variant: 'quiet' }),
            'h-[52px] pl-[46px] [&::-webkit-search-cancel-button]:hidden',
            inputText && 'pr-14',
          )}
        />
        {inputText ? (
          <IconButton
            variant="plain"
            label={t('clearSearch')}
            onClick={() => setInputText('')}
            className="absolute right-1"
          >
            <IconX />
          </IconButton>
        ) : null}
      </div>
      {near ? (
        <p role="status" className="sr-only">
          {isOpen ? t('suggest.shown', { number: suggestions.length }) : ''}
        </p>
      ) : null}
      {isOpen ? (
        <ul
          id={`${id}-list`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
          role="listbox"
          aria-label={t('suggest.list')}
          className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[min(420px,46dvh)] overflow-y-auto overscroll-contain rounded-lg bg-raised py-1.5 shadow-floating"
          // The field keeps the focus, so that the list is not closed before the press ends.
          onPointerDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field
            <li
              key={`${suggestion.kind} ${suggestion.text}`}
              id={optionId(index)}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              ref={index === activeIndex ? showOption : undefined}
              onClick={() => select(suggestion)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 py-1.5 leading-5 hover:bg-quiet aria-selected:bg-brand-soft"
            >
              <span className="min-w-0 font-semibold wrap-anywhere">{suggestion.text}</span>{' '}
              <span className="shrink-0 text-[.8125rem] text-muted">{t(`suggest.${suggestion.kind}`)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  );
}

const showOption = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' });
