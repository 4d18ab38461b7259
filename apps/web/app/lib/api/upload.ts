import type { Reply } from '@wopack/contract/client';
import { createSessionClient } from './api.ts';

type Photo = Reply<'uploadProductPhoto'>['data'];

interface UploadOptions {
  /** Sent so far, 0 to 1. */
  onProgress: (progress: number) => void;
  signal?: AbortSignal;
}

/** Sends a photo of a pack and tells how far it is; throws `ApiError` like any call. */
export const uploadPhoto = async (file: Blob, options: UploadOptions): Promise<Photo> =>
  (await createUploadClient(options)('uploadProductPhoto', { file, signal: options.signal })).data;

/** The same for the photo of a problem with an order. */
export const uploadReportPhoto = async (file: Blob, options: UploadOptions): Promise<Photo> =>
  (await createUploadClient(options)('uploadReportPhoto', { file, signal: options.signal })).data;

const createUploadClient = ({ onProgress }: UploadOptions) =>
  createSessionClient(fetchWithProgress(onProgress));

/** `fetch` cannot tell how much of a body has been sent; XMLHttpRequest can. */
const fetchWithProgress =
  (onProgress: (progress: number) => void): ((url: string, init: RequestInit) => Promise<Response>) =>
  (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(url));
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, buildResponseInit(request)));
      request.onerror = () => reject(new TypeError('network'));
      request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
      init?.signal?.addEventListener('abort', () => request.abort());
      request.send(init?.body as XMLHttpRequestBodyInit);
    });

function buildResponseInit(request: XMLHttpRequest): ResponseInit {
  const retryAfter = request.getResponseHeader('retry-after');
  return { status: request.status, headers: retryAfter ? { 'retry-after': retryAfter } : {} };
}
