import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { type Me, meQuery, updateCachedMe, useMe } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { readStored, safeSessionStorage, useStored } from '../../../lib/storage/storage.ts';
import type { StoredValues } from '../../../lib/storage/stored-values.ts';
import type { OffersQuery } from '../offers.api.ts';

/** What lists are limited to. */
export type FoodChoice = StoredValues['food'];

export const NO_FOOD: FoodChoice = { diets: [], freeOf: [], hasUnnamed: false };

export const countChosen = ({ diets, freeOf }: FoodChoice): number => diets.length + freeOf.length;

const ofAccount = (me: Pick<Me, 'food'> | undefined): FoodChoice =>
  me?.food ? { diets: me.food.diets, freeOf: me.food.free_of, hasUnnamed: false } : NO_FOOD;

/** That of the session, else that of the account; readable before a page is rendered. */
export const readFoodChoice = (me = queryClient.getQueryData(meQuery.queryKey)): FoodChoice =>
  readStored('food', safeSessionStorage) ?? ofAccount(me);

/** Part of a query of offers. */
export const toFoodQuery = ({
  diets,
  freeOf,
  hasUnnamed,
}: FoodChoice): Pick<OffersQuery, 'diets' | 'free_of' | 'unnamed'> => ({
  ...(diets.length > 0 && { diets: diets.join(',') }),
  ...(freeOf.length > 0 && { free_of: freeOf.join(',') }),
  ...(freeOf.length > 0 && hasUnnamed && { unnamed: 'yes' }),
});

/** The choice that lists use, and how to change it for this session. */
export function useFoodChoice() {
  const { data: me } = useMe();
  const [stored, setFood] = useStored('food', safeSessionStorage);
  const food = useMemo(() => stored ?? ofAccount(me), [stored, me]);
  return { food, setFood };
}

/** What to warn of before a payment: what the account names stays, whatever lists show in this session. */
export function useWarnedFood(): Pick<FoodChoice, 'diets' | 'freeOf'> {
  const { data: me } = useMe();
  const { food } = useFoodChoice();
  return useMemo(() => {
    const account = ofAccount(me);
    return {
      diets: [...new Set([...account.diets, ...food.diets])],
      freeOf: [...new Set([...account.freeOf, ...food.freeOf])],
    };
  }, [food, me]);
}

/** A choice in words; empty without one. */
export function useFoodNames({ diets, freeOf }: FoodChoice): string {
  const { t } = useTranslation('offers');
  const { formatList } = useFormat();
  return [
    ...diets.map((name) => t(`diets.${name}`)),
    ...(freeOf.length > 0
      ? [t('freeOf', { list: formatList(freeOf.map((name) => t(`allergens.${name}`))) })]
      : []),
  ].join(', ');
}

/** Keeps a choice in the account, for all devices and for notices; `NO_FOOD` ends that. */
export const useKeepFood = () =>
  useMutation({
    mutationFn: ({ diets, freeOf }: FoodChoice) => call('updateFood', { body: { diets, free_of: freeOf } }),
    onSuccess: (_, { diets, freeOf }) => updateCachedMe({ food: { diets, free_of: freeOf } }),
  });

/** How many of the offers nearby suit a choice. */
export const suitableOffersQuery = (
  { latitude, longitude, sort }: OffersQuery,
  { diets, freeOf }: FoodChoice,
) => {
  const query = { latitude, longitude, sort, ...toFoodQuery({ diets, freeOf, hasUnnamed: false }) };
  return queryOptions({
    queryKey: ['suitable-offers', query],
    queryFn: async ({ signal }) => (await call('countSuitableOffers', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
};
