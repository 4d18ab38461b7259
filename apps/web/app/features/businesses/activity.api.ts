import { useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { download } from '@wopack/ui/download.ts';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { call } from '../../lib/api/api.ts';
import { pagesQuery } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type ActivityFilter = NonNullable<Input<'exportActivity'>['query']>;
export type ActivityRow = Reply<'listActivity'>['data'][number];

/** Pages of who did what, newest first. */
export const activityQuery = (filter: ActivityFilter) =>
  pagesQuery([...queryKeys.seller, 'activity', filter], (cursor, signal) =>
    call('listActivity', { query: { ...filter, cursor }, signal }),
  );

export const useDownloadActivity = (filter: ActivityFilter) =>
  useMutation({
    mutationFn: async () =>
      download('wopack-activity.csv', await call('exportActivity', { query: filter }), 'text/csv'),
    onError: showErrorToast,
  });
