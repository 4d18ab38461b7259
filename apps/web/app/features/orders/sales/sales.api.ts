import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import { download } from '../../../lib/api/download.ts';
import { showErrorToast } from '../../../ui/overlay/toast.ts';

export type SalesStatistics = Reply<'getSalesStatistics'>['data'];
export type SalesQuery = NonNullable<Input<'getSalesStatistics'>['query']> & { from: string; to: string };

/** What was sold; the last answer stays on show while another is on its way. */
export const useSalesStatistics = (query: SalesQuery) =>
  useQuery({
    queryKey: ['seller', 'sales', query],
    queryFn: async ({ signal }) => (await call('getSalesStatistics', { query, signal })).data,
    placeholderData: keepPreviousData,
  });

/** Hands the same range to the person as a file. */
export const useDownloadSalesCsv = (query: SalesQuery) =>
  useMutation({
    mutationFn: async () =>
      download(
        `wopack-sales-${query.from}-${query.to}.csv`,
        await call('exportSalesStatistics', { query }),
        'text/csv',
      ),
    onError: showErrorToast,
  });
