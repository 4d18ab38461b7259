import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId } from '../../lib/paths.ts';
import { orderQuery } from './buyer-orders.api.ts';

/** Loader of the pages of one order, whose id is in their path. */
export function loadOrderOfPath({ params }: LoaderFunctionArgs) {
  const id = parseId(params.id);
  return id === null ? null : startUserQueries(() => [queryClient.query(orderQuery(id, i18n.language))]);
}

/** `id` is null where the path has none; the query then never begins. */
export function useOrderOfPath() {
  const { i18n } = useTranslation();
  const id = parseId(useParams().id);
  const query = useQuery({ ...orderQuery(id ?? 0, i18n.language), enabled: id !== null });
  return { id, query };
}
