import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { pagesQuery } from '../../../lib/api/query-client.ts';
import { uploadImportPhotos, uploadImportTable } from '../../../lib/api/upload.ts';
import { useDownloadFile } from '../../../lib/browser/use-download-file.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';

export type ProductImport = Reply<'getProductImport'>['data'];
export type ProductImportSummary = Reply<'listProductImports'>['data'][number];
export type ImportedProduct = Reply<'listImportedProducts'>['data'][number];
export type ImportError = ProductImport['errors'][number];

const importsKey = [...queryKeys.seller, 'product-imports'] as const;

/** How often the progress of an import is asked for. */
const POLL_INTERVAL_MS = 1_500;

/** Imports of the last days, newest first. */
export const productImportsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: async ({ signal }) => (await call('listProductImports', { signal })).data,
});

/** The result of the check, and progress for as long as the server works on it. */
export const productImportQuery = (id: number | null, language: string) =>
  queryOptions({
    queryKey: [...importsKey, language, id],
    queryFn: async ({ signal }) => (await call('getProductImport', { params: { id: id! }, signal })).data,
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'checking' || data?.state === 'importing' ? POLL_INTERVAL_MS : false,
  });

/** Pages of what an import wrote, in the order of its rows. */
export const importedProductsQuery = (id: number) =>
  pagesQuery([...importsKey, id, 'products'], (cursor, signal) =>
    call('listImportedProducts', { params: { id }, query: { cursor }, signal }),
  );

/** What goes into a table, in the language of the user. */
export const importColumnsQuery = (language: string) =>
  queryOptions({
    queryKey: [...importsKey, language, 'columns'],
    queryFn: async ({ signal }) => (await call('listImportColumns', { signal })).data,
  });

export type ImportFileKind = 'table' | 'photos';
export type ImportFiles = Partial<Record<ImportFileKind, File>>;

export interface SentFile {
  kind: ImportFileKind;
  name: string;
  /** From 0 to 1. */
  progress: number;
}

interface Failure {
  kind: ImportFileKind;
  error: unknown;
  /** Not sent yet, the failed one included. */
  files: ImportFiles;
}

/** Sends a table, photos, or both after each other. Leaving the page stops it. */
export function useSendImportFiles(onReceived: (received: ProductImport) => void) {
  const queryClient = useQueryClient();
  const { language } = useTranslation().i18n;
  const [sent, setSent] = useState<SentFile | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function send(files: ImportFiles, importId: number | null): Promise<void> {
    controller.current?.abort();
    const current = new AbortController();
    controller.current = current;
    const { signal } = current;
    setFailure(null);
    let id = importId;
    const remaining = { ...files };
    for (const kind of ['table', 'photos'] as const) {
      const file = files[kind];
      if (!file) continue;
      const report = (progress: number) => {
        if (!signal.aborted) setSent({ kind, name: file.name, progress });
      };
      report(0);
      const options = { onProgress: report, signal };
      try {
        const received =
          kind === 'table'
            ? await uploadImportTable(file, options)
            : await uploadImportPhotos(id!, file, options);
        if (signal.aborted) return;
        id = received.id;
        delete remaining[kind];
        queryClient.setQueryData(productImportQuery(id, language).queryKey, received);
        void queryClient.invalidateQueries(productImportsQuery);
        onReceived(received);
      } catch (error) {
        if (signal.aborted) return;
        setFailure({ kind, error, files: remaining });
        break;
      }
    }
    setSent(null);
  }

  return {
    sent,
    failure,
    send,
    stop() {
      controller.current?.abort();
      setSent(null);
    },
    clearFailure: () => setFailure(null),
  };
}

/** Writes the rows, or those without errors. */
export function useStartImport() {
  const queryClient = useQueryClient();
  const { language } = useTranslation().i18n;
  return useMutation({
    mutationFn: async ({ id, onlyValid }: { id: number; onlyValid: boolean }) =>
      (await call('startProductImport', { params: { id }, body: { only_valid: onlyValid } })).data,
    onSuccess: (started) =>
      queryClient.setQueryData(productImportQuery(started.id, language).queryKey, started),
    // What is refused has been checked again.
    onError: () => void queryClient.invalidateQueries({ queryKey: importsKey }),
  });
}

export function useDiscardImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('discardProductImport', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(productImportsQuery),
  });
}

export const useDownloadErrors = (id: number) =>
  useDownloadFile('wopack-import-errors.csv', 'text/csv', () =>
    call('exportImportErrors', { params: { id } }),
  );

export const useDownloadTemplate = () =>
  useDownloadFile('wopack-packs-template.csv', 'text/csv', () => call('exportImportTemplate'));

/** Null: the products of all sale places. */
export const useDownloadProducts = (salePlaceId: number | null) =>
  useDownloadFile('wopack-packs.csv', 'text/csv', () =>
    call('exportProducts', { query: salePlaceId === null ? {} : { sale_place_id: salePlaceId } }),
  );

/** Once an import is over, what it wrote is shown everywhere. */
export function useRefreshAfterImport(state: ProductImport['state'] | undefined): void {
  const queryClient = useQueryClient();
  const former = useRef(state);
  useEffect(() => {
    if (former.current === 'importing' && state !== 'importing')
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    former.current = state;
  }, [queryClient, state]);
}
