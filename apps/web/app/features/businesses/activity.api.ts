import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { pagesQuery } from '../../lib/api/query-client.ts';
import { useDownloadFile } from '../../lib/browser/use-download-file.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type ActivityFilter = NonNullable<Input<'exportActivity'>['query']>;
export type ActivityRow = Reply<'listActivity'>['data'][number];

/** Pages of who did what, newest first. */
export const activityQuery = (filter: ActivityFilter) =>
  pagesQuery([...queryKeys.seller, 'activity', filter], (cursor, signal) =>
    call('listActivity', { query: { ...filter, cursor }, signal }),
  );

export const useDownloadActivity = (filter: ActivityFilter) =>
  useDownloadFile('wopack-activity.csv', 'text/csv', () => call('exportActivity', { query: filter }));
