import { vi } from 'vitest';

/** An upload in progress. */
interface Upload {
  path: string;
  reportProgress: (share: number) => void;
  respond: (status: number, body: object) => void;
  fail: () => void;
}

/** Replaces `XMLHttpRequest`; the uploads of a test in order, each answered by the test. */
export function stubUploads() {
  const uploads: Upload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: Partial<XMLHttpRequestUpload> = {};
      status = 0;
      responseText = '';
      onload = () => {};
      onerror = () => {};
      onabort = () => {};
      #path = '';
      open(_method: string, path: string) {
        this.#path = path;
      }
      setRequestHeader() {}
      getResponseHeader = () => null;
      abort() {
        this.onabort();
      }
      send() {
        uploads.push({
          path: this.#path,
          reportProgress: (share) =>
            this.upload.onprogress?.call(
              this as unknown as XMLHttpRequest,
              new ProgressEvent('progress', { loaded: share * 100, total: 100 }),
            ),
          respond: (status, body) => {
            Object.assign(this, { status, responseText: JSON.stringify(body) });
            this.onload();
          },
          fail: () => this.onerror(),
        });
      }
    },
  );
  return uploads;
}
