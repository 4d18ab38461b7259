import { Autocomplete } from '@base-ui/react/autocomplete';
import { IconButton, TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { FormField } from '@wopack/ui/form/text-field.tsx';
import { IconSearch, IconX } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchState } from '../../lib/browser/use-debounced-search.ts';

interface Props<T> {
  label: string;
  hideLabel?: boolean;
  /** Shown below the minimum length. */
  hint?: string;
  placeholder: string;
  searchText: string;
  onSearchTextChange: (text: string) => void;
  clearLabel: string;
  onClear: () => void;
  search: SearchState<T>;
  searchingText: string;
  noResultsText: string;
  /** Accessible name of the list. */
  listLabel: string;
  listClass: string;
  /** Text of the field after selection. */
  getItemText: (item: T) => string;
  getItemKey: (item: T) => string;
  onSelect: (item: T) => void;
  itemClass: string;
  /** Renders an item. */
  children: (item: T) => ReactNode;
  /** Enter submits the surrounding form when there is nothing to select. */
  submitsOnEnter?: boolean;
}

/** A combobox whose list is in the page below the field: on phones a floating list would be covered by the keyboard. */
export function SearchBox<T>({
  search,
  searchText,
  onSearchTextChange,
  getItemText,
  getItemKey,
  onSelect,
  ...props
}: Props<T>) {
  // The library treats an inline list as always open; to screen readers it is open when it has items.
  const isOpen = search.isLongEnough && search.results.length > 0;
  return (
    <Autocomplete.Root<T>
      inline
      open={isOpen}
      items={search.results}
      filter={null}
      autoHighlight
      value={searchText}
      onValueChange={(text, { reason }) => reason !== 'item-press' && onSearchTextChange(text)}
      itemToStringValue={getItemText}
    >
      <div className="grid gap-2">
        <FormField
          label={props.label}
          hideLabel={props.hideLabel}
          hint={search.isLongEnough ? undefined : props.hint}
        >
          <div className="relative grid items-center">
            <IconSearch className="pointer-events-none absolute left-4 size-5 text-muted" />
            <Autocomplete.Input
              aria-expanded={isOpen}
              placeholder={props.placeholder}
              enterKeyHint="search"
              maxLength={100}
              onKeyDown={(event) => event.key === 'Enter' && !props.submitsOnEnter && event.preventDefault()}
              className={cn(controlVariants(), 'h-[52px] truncate pr-14 pl-11.5')}
            />
            {searchText ? (
              <IconButton
                variant="plain"
                label={props.clearLabel}
                className="absolute right-1"
                onClick={props.onClear}
              >
                <IconX />
              </IconButton>
            ) : null}
          </div>
        </FormField>
        <Autocomplete.Status className="empty:hidden">
          {search.isLongEnough ? (
            <SearchStatus
              search={search}
              searchingText={props.searchingText}
              noResultsText={props.noResultsText}
            />
          ) : null}
        </Autocomplete.Status>
        {isOpen ? (
          <Autocomplete.List
            aria-label={props.listLabel}
            className={cn('overflow-hidden rounded-lg py-1.5 outline-none', props.listClass)}
          >
            {(item: T) => (
              <Autocomplete.Item
                key={getItemKey(item)}
                value={item}
                onClick={() => onSelect(item)}
                className={cn(
                  'min-h-13 cursor-pointer px-4 py-1.5 leading-5 outline-none data-highlighted:bg-brand-soft',
                  props.itemClass,
                )}
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
  search: SearchState<unknown>;
  searchingText: string;
  noResultsText: string;
}

/** Loading, empty and error states of the list. */
function SearchStatus({ search, searchingText, noResultsText }: StatusProps) {
  const { t } = useTranslation('errors');
  if (search.results.length > 0 && !search.error) return null;
  return (
    <div className="px-1 text-sm text-muted">
      {search.isSearching ? (
        searchingText
      ) : search.error ? (
        <>
          {getErrorMessage(search.error)}{' '}
          <TextButton className="px-1" onClick={search.retry}>
            {t('retry')}
          </TextButton>
        </>
      ) : (
        noResultsText
      )}
    </div>
  );
}
