import type { Reply } from '@wopack/contract/client';
import { createSessionClient } from './api.ts';

type Photo = Reply<'uploadProductPhoto'>['data'];
type ProductImport = Reply<'getProductImport'>['data'];

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  signal?: AbortSignal;
}

/** Uploads a photo of a product with progress; rejects with `ApiError` like any call. */
export const uploadPhoto = async (file: Blob, options: UploadOptions): Promise<Photo> =>
  (await createUploadClient(options)('uploadProductPhoto', { file, signal: options.signal })).data;

/** Likewise for the evidence of a claim. */
export const uploadClaimPhoto = async (file: Blob, options: UploadOptions): Promise<Photo> =>
  (await createUploadClient(options)('uploadClaimPhoto', { file, signal: options.signal })).data;

/** Likewise for the photo of a report. */
export const uploadReportPhoto = async (file: Blob, options: UploadOptions): Promise<Photo> =>
  (await createUploadClient(options)('uploadReportPhoto', { file, signal: options.signal })).data;

/** Likewise for a photo of what was in a pack. */
export const uploadValuePhoto = async (file: Blob, options: UploadOptions): Promise<Photo> =>
  (await createUploadClient(options)('uploadValuePhoto', { file, signal: options.signal })).data;

/** Likewise for a table of products; the server answers when it has checked it. */
export const uploadImportTable = async (file: Blob, options: UploadOptions): Promise<ProductImport> =>
  (await createUploadClient(options)('createProductImport', { file, signal: options.signal })).data;

/** Likewise for a ZIP file with photos of an import. */
export const uploadImportPhotos = async (
  id: number,
  file: Blob,
  options: UploadOptions,
): Promise<ProductImport> =>
  (await createUploadClient(options)('addImportPhotos', { params: { id }, file, signal: options.signal }))
    .data;

const createUploadClient = ({ onProgress }: UploadOptions) =>
  createSessionClient(fetchWithProgress(onProgress));

/** `fetch` does not report upload progress; XMLHttpRequest does. */
const fetchWithProgress =
  (onProgress: (progress: number) => void): ((url: string, init: RequestInit) => Promise<Response>) =>
  (url, init) =>
    new Promise((resolve, reject) => {
      if (init.signal?.aborted) return reject(init.signal.reason);
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', url);
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, buildResponseInit(request)));
      request.onerror = () => reject(new TypeError('network'));
      request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit);
    });

function buildResponseInit(request: XMLHttpRequest): ResponseInit {
  const retryAfter = request.getResponseHeader('retry-after');
  return { status: request.status, headers: retryAfter ? { 'retry-after': retryAfter } : {} };
}
