import { cn } from '@wopack/ui/cn.ts';
import { IconChevronDown, IconSearch, IconX } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '../lib/resources.ts';
import type { Filter, List } from '../lib/use-list.ts';
import { submitWith } from './forms-and-actions.tsx';

export type FilterDeclaration =
  | { kind: 'text'; name: string; label: string }
  | { kind: 'choice'; name: string; label: string; options: readonly { value: string; label: string }[] }
  | { kind: 'day'; name: string; label: string }
  /** Set by a link only, such as the orders of a seller; `show` names the record, which is its number without. */
  | { kind: 'record'; name: string; label: string; show?: (id: string) => string };

/** A filter whose values are known. */
export const chooseFrom = <V extends string>(
  name: string,
  label: string,
  values: readonly V[],
  nameValue: (value: V) => string,
): FilterDeclaration => ({
  kind: 'choice',
  name,
  label,
  options: values.map((value) => ({ value, label: nameValue(value) })),
});

interface Props<R extends ResourceName> {
  list: List<R>;
  /** In the order of the calls' parameters. */
  filters: readonly FilterDeclaration[];
  /** What is filtered when nothing is set here, such as by the tabs above a list. */
  base?: Filter;
}

/** The first and the last day of what is listed. */
export function usePeriodFilters(): FilterDeclaration[] {
  const { t } = useTranslation('admin');
  return [
    { kind: 'day', name: 'from', label: t('list.from') },
    { kind: 'day', name: 'to', label: t('list.to') },
  ];
}

/** A choice whose value is none of its options is made elsewhere. */
const isFilterSet = (filter: FilterDeclaration, value: string): boolean =>
  value !== '' && (filter.kind !== 'choice' || filter.options.some((option) => option.value === value));

/** The filters of a list. Those in use have a dark outline and a cross. */
export function FilterBar<R extends ResourceName>({ list, filters, base = {} }: Props<R>) {
  const { t } = useTranslation('admin');
  const { filter: values, setFilter } = list;
  const setValue = (name: string, value: string) => {
    const { [name]: _former, ...others } = values;
    const next = value || base[name];
    setFilter(next ? { ...others, [name]: next } : others);
  };
  const isAnySet = filters.some((filter) => isFilterSet(filter, values[filter.name] ?? ''));
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label={t('list.filters')}>
      {filters.map((filter) => {
        const value = values[filter.name] ?? '';
        const set = (next: string) => setValue(filter.name, next);
        if (filter.kind === 'text')
          return (
            <TextFilter key={`${filter.name} ${value}`} label={filter.label} value={value} onSet={set} />
          );
        if (filter.kind === 'record' && value === '') return null;
        return (
          <FilterPill
            key={filter.name}
            label={filter.label}
            isSet={isFilterSet(filter, value)}
            onClear={() => set('')}
          >
            <FilterControl filter={filter} value={value} onSet={set} />
          </FilterPill>
        );
      })}
      {isAnySet ? (
        <button type="button" className="link ml-auto min-h-10 text-sm" onClick={() => setFilter(base)}>
          {t('list.clear')}
        </button>
      ) : null}
    </search>
  );
}

interface FilterPillProps {
  label: string;
  isSet: boolean;
  onClear: () => void;
  children: ReactNode;
}

function FilterPill({ label, isSet, onClear, children }: FilterPillProps) {
  const { t } = useTranslation('admin');
  return (
    <span
      className={cn(
        'relative inline-flex min-h-10 items-center rounded-full pl-3.5 text-sm has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-focus pointer-coarse:min-h-11',
        isSet ? 'inset-ring-2 inset-ring-text' : 'pr-3 inset-ring-1 inset-ring-line-strong/60',
      )}
    >
      {children}
      {isSet ? (
        <button
          type="button"
          aria-label={t('list.clearFilter', { name: label })}
          title={t('list.clearFilter', { name: label })}
          onClick={onClear}
          className="grid size-10 place-items-center rounded-full pointer-coarse:size-11"
        >
          <IconX className="size-4" />
        </button>
      ) : null}
    </span>
  );
}

interface FilterControlProps {
  filter: Exclude<FilterDeclaration, { kind: 'text' }>;
  value: string;
  onSet: (value: string) => void;
}

function FilterControl({ filter, value, onSet }: FilterControlProps) {
  const { t } = useTranslation('admin');
  if (filter.kind === 'record')
    return (
      <span>
        <span className="text-muted">{filter.label}</span> <b>{filter.show?.(value) ?? value}</b>
      </span>
    );
  if (filter.kind === 'day')
    return (
      <label className="inline-flex items-center gap-1.5">
        <span className="text-muted">{filter.label}</span>
        <input
          type="date"
          value={value}
          min="2020-01-01"
          max="2099-12-31"
          onChange={({ target }) => {
            if (target.value === '' ? !target.validity.badInput : target.validity.valid) onSet(target.value);
          }}
          className={cn('min-h-9 bg-transparent outline-none', value ? 'font-semibold' : 'text-muted')}
        />
      </label>
    );
  const selected = filter.options.find((option) => option.value === value);
  return (
    <label className="inline-flex items-center gap-1.5">
      <span className={selected ? 'text-muted' : 'font-semibold text-muted'}>{filter.label}</span>
      {selected ? <b>{selected.label}</b> : <IconChevronDown className="size-4" />}
      <select
        value={value}
        onChange={({ target }) => onSet(target.value)}
        className={cn(
          'absolute inset-y-0 left-0 cursor-pointer opacity-0',
          selected ? 'right-10' : 'right-0',
        )}
      >
        <option value="" className="bg-paper text-on-paper">
          {t('list.any')}
        </option>
        {filter.options.map((option) => (
          <option key={option.value} value={option.value} className="bg-paper text-on-paper">
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextFilterProps {
  label: string;
  value: string;
  onSet: (value: string) => void;
}

/** Takes effect with Enter or when the field is left: a search among a million rows is not for each letter. */
function TextFilter({ label, value, onSet }: TextFilterProps) {
  const [draft, setDraft] = useState(value);
  const submit = () => {
    if (draft.trim() !== value) onSet(draft.trim());
  };
  return (
    <form
      noValidate
      className="relative grid min-w-0 grow items-center sm:max-w-64"
      onSubmit={submitWith(submit)}
    >
      <IconSearch className="pointer-events-none absolute left-3.5 size-4 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={draft}
        maxLength={100}
        enterKeyHint="search"
        onChange={({ target }) => setDraft(target.value)}
        onBlur={submit}
        className="min-h-10 w-full min-w-0 rounded-full bg-transparent pr-3 pl-9 text-sm inset-ring-1 inset-ring-line-strong/60 outline-none focus:inset-ring-[2.5px] focus:inset-ring-focus pointer-coarse:min-h-11"
      />
    </form>
  );
}
