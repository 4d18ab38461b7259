import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePosition } from '../../lib/position.ts';
import { citiesQuery, SHORTEST_QUERY } from './geo.api.ts';

const PAUSE_MS = 250;

/** Cities for what is typed, asked for when the typing pauses. */
export function useCitySearch(typed: string) {
  const { i18n } = useTranslation();
  const { position } = usePosition();
  const text = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const { data, error, isFetching, refetch } = useQuery(citiesQuery(asked, i18n.language, position));
  const enough = text.length >= SHORTEST_QUERY;
  return {
    enough,
    searching: enough && (isFetching || asked !== text),
    cities: enough && asked.length >= SHORTEST_QUERY ? (data ?? []) : [],
    error: enough ? error : null,
    retry: () => void refetch(),
  };
}
