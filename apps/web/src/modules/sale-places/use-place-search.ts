import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePosition } from '../../lib/position.ts';
import { type FoundPlace, placesQuery, SHORTEST_QUERY } from './place-search.api.ts';

const PAUSE_MS = 250;

/** Establishments for what is typed, asked for when the typing pauses, the near ones first. */
export function usePlaceSearch(typed: string) {
  const { i18n } = useTranslation();
  const { position } = usePosition();
  const text = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const { data, error, isFetching, refetch } = useQuery(placesQuery(asked, i18n.language, position));
  const enough = text.length >= SHORTEST_QUERY;
  return {
    enough,
    searching: enough && (isFetching || asked !== text),
    places: enough && asked.length >= SHORTEST_QUERY ? establishments(data ?? []) : [],
    error: enough ? error : null,
    retry: () => void refetch(),
  };
}

/** A few cities, to begin with, only where no establishment has the name. */
function establishments(found: readonly FoundPlace[]): FoundPlace[] {
  const places = found.filter(({ is_city }) => !is_city);
  return places.length ? places : found.slice(0, 3);
}
