import { vi } from 'vitest';

/** The files that a test saves as downloads, in order. */
export function captureDownloads() {
  const downloads: { name: string; blob: Blob }[] = [];
  let latestBlob: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latestBlob = blob as Blob;
    return 'blob:download';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, blob: latestBlob });
  });
  return downloads;
}
