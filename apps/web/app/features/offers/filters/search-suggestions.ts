import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { diets } from '@wopack/contract/vocabulary';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { useDebouncedText } from '../../../lib/browser/use-debounced-search.ts';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { foldWords } from '../../../lib/i18n/language.ts';
import type { OffersQuery } from '../offers.api.ts';

export interface Suggestion {
  kind: 'type' | 'diet' | 'place' | 'pack';
  text: string;
}

const MIN_LETTERS = 2;
const MAX_SUGGESTIONS = 8;

/** Completions of a text: kinds of pack and diets at once, shops and packs nearby when the server has answered. */
export function useSuggestions(typedText: string, near: OffersQuery, isEnabled: boolean): Suggestion[] {
  const { t, i18n } = useTranslation('offers');
  const text = typedText.trim();
  const isLongEnough = isEnabled && text.length >= MIN_LETTERS;
  const debouncedText = useDebouncedText(text);
  const { data: types } = useQuery(productTypesQuery(i18n.language));
  const { latitude, longitude, sort } = near;
  const query: Input<'listSuggestions'>['query'] = { text: debouncedText, latitude, longitude, sort };
  const { data: names, isPlaceholderData } = useQuery({
    queryKey: ['suggestions', i18n.language, query],
    queryFn: async ({ signal }) => (await call('listSuggestions', { query, signal })).data,
    enabled: isLongEnough && debouncedText.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return useMemo(() => {
    if (!isLongEnough) return [];
    const own: Suggestion[] = [
      ...(types ?? []).map(({ name }) => ({ kind: 'type' as const, text: name })),
      ...diets.map((diet) => ({ kind: 'diet' as const, text: t(`diets.${diet}`) })),
    ];
    const isOfThisText = !isPlaceholderData && debouncedText === text;
    const shown = [
      ...own.filter((suggestion) => beginsWith(suggestion.text, text)),
      // The answer to an earlier text, until that to this one has come.
      ...(names ?? []).filter((suggestion) => isOfThisText || beginsWith(suggestion.text, text)),
    ];
    const isFirst = ({ text: name }: Suggestion, index: number) =>
      shown.findIndex((other) => foldWords(other.text) === foldWords(name)) === index;
    return shown
      .filter(isFirst)
      .filter((suggestion) => foldWords(suggestion.text) !== foldWords(text))
      .slice(0, MAX_SUGGESTIONS);
  }, [isLongEnough, types, t, isPlaceholderData, debouncedText, text, names]);
}

/** Whether the text stands at the beginning of the name or of one of its words. */
const beginsWith = (name: string, text: string): boolean =>
  ` ${foldWords(name)}`.includes(` ${foldWords(text)}`);
