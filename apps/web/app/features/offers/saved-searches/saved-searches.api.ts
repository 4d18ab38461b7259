import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';

export type SavedSearch = Reply<'listSavedSearches'>['data'][number];
export type SearchToSave = Input<'saveSearch'>['body'];

/** With how the user is told, which changes elsewhere: fetched anew by each visit. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call('listSavedSearches', { signal }),
  staleTime: 0,
});

function useChange<T>(change: (value: T) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedSearchesQuery.queryKey }),
  });
}

export const useSaveSearch = () => useChange((body: SearchToSave) => call('saveSearch', { body }));

export const useDeleteSavedSearch = () =>
  useChange((id: number) => call('deleteSavedSearch', { params: { id } }));
