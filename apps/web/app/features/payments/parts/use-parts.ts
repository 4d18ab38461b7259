import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import type { Hold, PaymentTarget } from '../payments.api.ts';

interface Choice {
  productId: number;
  slotId: number;
  quantity: number;
  usesCredit: boolean;
  code: string | null;
}

const quoteQuery = ({ productId, slotId, quantity, usesCredit, code }: Choice) =>
  queryOptions({
    queryKey: [...queryKeys.credit, 'quote', productId, slotId, quantity, usesCredit, code],
    queryFn: async ({ signal }) =>
      (
        await call('quotePayment', {
          body: { productId, slot_id: slotId, quantity, use_credit: usesCredit, ...(code && { code }) },
          signal,
        })
      ).data,
    // A wrong code is counted.
    retry: false,
    staleTime: 10_000,
  });

interface Options {
  target: PaymentTarget | null;
  quantity: number;
  hold: Hold | null;
  /** Sum of all packs; null without an offer. */
  priceCents: number | null;
}

/** What of the price credit pays and a code takes off, as the server works it out. */
export function useParts({ target, quantity, hold, priceCents }: Options) {
  const queryClient = useQueryClient();
  const [chosenCredit, setChosenCredit] = useState<boolean | null>(null);
  /** Undefined: nothing was chosen; the hold may have one. */
  const [chosenCode, setChosenCode] = useState<string | null | undefined>(undefined);
  const [codeError, setCodeError] = useState<string | null>(null);
  const isTaken = hold !== null && !hold.is_offer;
  const usesCredit = chosenCredit ?? (isTaken ? hold.credit_cents > 0 : true);
  const code = chosenCode === undefined ? (hold?.code ?? null) : chosenCode;
  const slotId = target?.slotId ?? hold?.slot_id ?? null;
  const isPayable = target !== null && slotId !== null && (target.left > 0 || hold !== null);
  const choice: Choice = {
    productId: target?.productId ?? 0,
    slotId: slotId ?? 0,
    quantity,
    usesCredit,
    code,
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...quoteQuery(choice),
    enabled: isPayable,
    placeholderData: keepPreviousData,
  });
  // What is shown is charged: a quote of another price or number of packs is none.
  const quote = data && !isPlaceholderData && data.price_cents === priceCents ? data : null;

  const refuseCode = (message: string) => {
    setCodeError(message);
    setChosenCode(null);
  };
  /** Shows what is wrong with the code or the sum; false when it is something else. */
  const showServerErrors = ({ errors = {} }: ApiError): boolean => {
    if (errors.card_amount) void refetch();
    const [message] = errors.code ?? [];
    if (message !== undefined) refuseCode(message);
    return message !== undefined;
  };
  const onQuoteError = useEffectEvent((reason: Error) => {
    if (code !== null && reason instanceof ApiError) showServerErrors(reason);
  });
  useEffect(() => {
    if (error) onQuoteError(error);
  }, [error]);

  const applyCode = useMutation({
    mutationFn: (typed: string) =>
      queryClient.fetchQuery({ ...quoteQuery({ ...choice, code: typed }), staleTime: 0 }),
    onSuccess: (applied) => {
      const letters = applied.code?.code ?? null;
      queryClient.setQueryData(quoteQuery({ ...choice, code: letters }).queryKey, applied);
      setCodeError(null);
      setChosenCode(letters);
    },
    onError: (reason) => {
      if (!(reason instanceof ApiError) || !showServerErrors(reason)) setCodeError(getErrorMessage(reason));
    },
  });

  return {
    /** Null: not known yet, or of another price; then the card pays all. */
    quote,
    usesCredit,
    code,
    codeError,
    setUsesCredit: setChosenCredit,
    applyCode: (typed: string) => applyCode.mutate(typed),
    isApplying: applyCode.isPending,
    takeCodeOff: () => {
      setCodeError(null);
      setChosenCode(null);
    },
    clearCodeError: () => setCodeError(null),
    showServerErrors,
  };
}
