import { Autocomplete } from '@base-ui/react/autocomplete';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../lib/problems.ts';
import type { Search } from '../lib/use-search.ts';
import { controlClass, FieldFrame } from './field-frame.tsx';
import { IconButton } from './icon-button.tsx';

interface Props<T> {
  label: string;
  hideLabel?: boolean;
  /** Shown until enough is typed. */
  hint?: string;
  placeholder: string;
  typed: string;
  onType: (text: string) => void;
  clearLabel: string;
  onClear: () => void;
  search: Search<T>;
  searching: string;
  nothing: string;
  /** What screen readers call the list. */
  listLabel: string;
  listClass: string;
  /** What the field says once it is chosen. */
  textOf: (item: T) => string;
  keyOf: (item: T) => string;
  onChoose: (item: T) => void;
  itemClass: string;
  /** What an item of the list looks like. */
  children: (item: T) => ReactNode;
  /** The form around it is sent by Enter too, when there is nothing to choose. */
  enterSends?: boolean;
}

/**
 * Type to search; the arrow keys and Enter, or a tap, choose. What is found stands below the field, in the page: on a
 * phone a floating list would lie under the keyboard.
 */
export function SearchBox<T>({ search, typed, onType, textOf, keyOf, onChoose, ...props }: Props<T>) {
  // The library calls a list in the page open at all times; for a screen reader it is there when there is a choice.
  const open = search.enough && search.found.length > 0;
  return (
    <Autocomplete.Root<T>
      inline
      open={open}
      items={search.found}
      filter={null}
      autoHighlight
      value={typed}
      onValueChange={(text, { reason }) => reason !== 'item-press' && onType(text)}
      itemToStringValue={textOf}
    >
      <div className="grid gap-2">
        <FieldFrame
          label={props.label}
          hideLabel={props.hideLabel}
          hint={search.enough ? undefined : props.hint}
        >
          {(control) => (
            <div className="relative grid items-center">
              <IconSearch className="pointer-events-none absolute left-4 size-5 text-2" aria-hidden="true" />
              <Autocomplete.Input
                {...control}
                aria-expanded={open}
                placeholder={props.placeholder}
                enterKeyHint="search"
                maxLength={100}
                onKeyDown={(event) => event.key === 'Enter' && !props.enterSends && event.preventDefault()}
                className={`${controlClass('box')} h-[52px] truncate pr-14 pl-[46px]`}
              />
              {typed ? (
                <IconButton
                  look="plain"
                  label={props.clearLabel}
                  className="absolute right-1"
                  onClick={props.onClear}
                >
                  <IconX aria-hidden="true" />
                </IconButton>
              ) : null}
            </div>
          )}
        </FieldFrame>
        <Autocomplete.Status className="empty:hidden">
          {search.enough ? (
            <SearchStatus search={search} searching={props.searching} nothing={props.nothing} />
          ) : null}
        </Autocomplete.Status>
        {open ? (
          <Autocomplete.List
            aria-label={props.listLabel}
            className={`overflow-hidden rounded-lg py-1.5 outline-none ${props.listClass}`}
          >
            {(item: T) => (
              <Autocomplete.Item
                key={keyOf(item)}
                value={item}
                onClick={() => onChoose(item)}
                className={`min-h-13 cursor-pointer px-4 py-1.5 leading-5 outline-none data-highlighted:bg-brand-soft ${props.itemClass}`}
              >
                {props.children(item)}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        ) : null}
      </div>
    </Autocomplete.Root>
  );
}

interface StatusProps {
  search: Search<unknown>;
  searching: string;
  nothing: string;
}

/** What the list cannot say itself: that it is on its way, empty, or that no answer came. */
function SearchStatus({ search, searching, nothing }: StatusProps) {
  const { t } = useTranslation('errors');
  if (search.found.length > 0 && !search.error) return null;
  return (
    <div className="px-1 text-sm text-2">
      {search.searching ? (
        searching
      ) : search.error ? (
        <>
          {problemText(search.error)}{' '}
          <button type="button" className="link min-h-11 px-1" onClick={search.retry}>
            {t('retry')}
          </button>
        </>
      ) : (
        nothing
      )}
    </div>
  );
}
