import { type DefaultError, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Position, usePosition } from './position.ts';

/** Fewer letters say too little. Source: docs/specification.md, Layout. */
export const SHORTEST_QUERY = 3;

const PAUSE_MS = 250;

export interface Search<T> {
  /** Enough is typed to look for it. */
  enough: boolean;
  searching: boolean;
  found: readonly T[];
  error: Error | null;
  retry: () => void;
}

/** What `queryFor` finds for what is typed, asked for when the typing pauses, in the person's language, near them. */
export function useSearch<T, K extends readonly unknown[]>(
  typed: string,
  queryFor: (
    text: string,
    language: string,
    near: Position | null,
  ) => UseQueryOptions<T[], DefaultError, T[], K>,
): Search<T> {
  const { i18n } = useTranslation();
  const { position } = usePosition();
  const text = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const { data, error, isFetching, refetch } = useQuery(queryFor(asked, i18n.language, position));
  const enough = text.length >= SHORTEST_QUERY;
  return {
    enough,
    searching: enough && (isFetching || asked !== text),
    found: enough && asked.length >= SHORTEST_QUERY ? (data ?? []) : [],
    error: enough ? error : null,
    retry: () => void refetch(),
  };
}
