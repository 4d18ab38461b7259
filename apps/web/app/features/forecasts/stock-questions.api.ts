import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Client, type Input, type Reply } from '@wopack/contract/client';
import { MAX_UNITS_PER_DAY } from '@wopack/domain';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type StockQuestion = Reply<'listStockQuestions'>['data'][number];

const questionsKey = [...queryKeys.seller, 'stock-questions'] as const;
/** A notification comes beside it; on a page that stays open the question appears by itself. */
const REFETCH_MS = 60_000;

/** Questions of a sale place, or of all of the member's; `client`: of the device's own token. */
export const stockQuestionsQuery = (salePlaceId: number | null, client: Client = call) =>
  queryOptions({
    queryKey: [...questionsKey, salePlaceId],
    queryFn: async ({ signal }) =>
      (
        await client('listStockQuestions', {
          query: salePlaceId === null ? {} : { sale_place_id: salePlaceId },
          signal,
        })
      ).data,
    refetchInterval: REFETCH_MS,
  });

export type UpcomingQuestion = Reply<'listNextStockQuestions'>['data'][number];

/** What will be asked next of all of the member's sale places. */
export const nextQuestionsQuery = () =>
  queryOptions({
    queryKey: [...questionsKey, 'next'],
    queryFn: async ({ signal }) => (await call('listNextStockQuestions', { query: {}, signal })).data,
  });

/** What the stepper begins with: the proposal, not fewer than there are. */
export const getFirstAnswer = ({ quantity, proposal }: StockQuestion): number =>
  Math.max(quantity, Math.min(proposal ?? 0, MAX_UNITS_PER_DAY));

/** The number that is being chosen for a question, and its publication. */
export function useStockAnswer(
  question: StockQuestion,
  { client = call, onRefused }: { client?: Client; onRefused?: () => void } = {},
) {
  const queryClient = useQueryClient();
  const [chosen, setQuantity] = useState(getFirstAnswer(question));
  // Sold meanwhile: it cannot be fewer.
  const quantity = Math.max(chosen, question.taken);
  // Set before the questions are loaded again: the page is another one then.
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (
        await client('answerStockQuestion', {
          params: { id: question.id },
          body: { quantity, former_quantity: question.quantity },
        })
      ).data,
    onMutate: () => setRefusal(null),
    onError: (error) => {
      if (error instanceof ApiError) {
        setRefusal(error.message);
        onRefused?.();
      } else showErrorToast(error);
    },
    // Also after an error: somebody else may have answered.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
  return {
    quantity,
    setQuantity,
    publish: () => mutate(),
    isPending,
    /** Why it was refused. */
    refusal,
  };
}

export function useUpdateStockQuestion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: number } & Input<'updateStockQuestion'>['body']) =>
      (await call('updateStockQuestion', { params: { id }, body })).data,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.seller }),
  });
}
