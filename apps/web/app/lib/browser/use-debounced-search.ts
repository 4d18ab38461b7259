import { type DefaultError, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Position, useStoredPosition } from './position.ts';

/** Shorter queries are too unspecific. Source: docs/specification.md, Layout. */
export const MIN_QUERY_LENGTH = 3;

const DEBOUNCE_MS = 250;

export interface SearchState<T> {
  /** Whether the text has the minimum length. */
  isLongEnough: boolean;
  isSearching: boolean;
  results: readonly T[];
  error: Error | null;
  retry: () => void;
}

/** The text once it stays the same for a moment; empty at first. */
export function useDebouncedText(text: string): string {
  const [debouncedText, setDebouncedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debouncedText;
}

/** The debounced result of `queryFor`, in the current language and near the user. */
export function useDebouncedSearch<T, K extends readonly unknown[]>(
  searchText: string,
  buildQuery: (
    text: string,
    language: string,
    nearPosition: Position | null,
  ) => UseQueryOptions<T[], DefaultError, T[], K>,
): SearchState<T> {
  const { i18n } = useTranslation();
  const { position } = useStoredPosition();
  const text = searchText.trim();
  const debouncedText = useDebouncedText(text);
  const { data, error, isFetching, refetch } = useQuery(buildQuery(debouncedText, i18n.language, position));
  const isLongEnough = text.length >= MIN_QUERY_LENGTH;
  return {
    isLongEnough,
    isSearching: isLongEnough && (isFetching || debouncedText !== text),
    results: isLongEnough && debouncedText.length >= MIN_QUERY_LENGTH ? (data ?? []) : [],
    error: isLongEnough ? error : null,
    retry: () => void refetch(),
  };
}
