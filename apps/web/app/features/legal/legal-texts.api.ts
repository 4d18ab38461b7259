import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { updateCachedMe } from '../../lib/data/shared-queries.ts';
import type { Policy } from '../../lib/paths.ts';

const legalTextsQuery = queryOptions({
  queryKey: ['legal-texts'],
  queryFn: async ({ signal }) => (await call('listLegalTexts', { signal })).data,
  staleTime: 60 * 60_000,
});

export const useLegalText = (policy: Policy) =>
  useQuery({ ...legalTextsQuery, select: (texts) => texts.find(({ text }) => text === policy) });

/** What changes is in the reader's language. */
export function useLegalTextChanges() {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['legal-text-changes', i18n.language],
    queryFn: async ({ signal }) => (await call('listLegalTextChanges', { signal })).data,
  });
}

export function useConfirmLegalText() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<'confirmLegalText'>['body']) => call('confirmLegalText', { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['legal-text-changes'] });
      const left = queryClient.getQueriesData<unknown[]>({ queryKey: ['legal-text-changes'] });
      if (left.every(([, changes]) => !changes?.length)) updateCachedMe({ has_legal_text_changes: false });
    },
  });
}
