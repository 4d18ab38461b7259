/** What the browser keeps for moments without a connection: names that the pages and the service worker agree on. */
export const shellCache = 'wopack-shell';
export const assetCache = 'wopack-assets';
export const pictureCache = 'wopack-pictures';
/** One for each token, by its digest. */
export const personCaches = 'wopack-person-';

/** Said by a page. */
export const forget = 'wopack:forget';
export const takeOver = 'wopack:take-over';

/** Of an answer that is a copy. */
export const copyHeader = 'x-wopack-copy';

/** Said by the service worker: the server's answer has come after its copy was given; asked for again, it is there. */
export const lateAnswer = 'wopack:late-answer';

/** The app itself belongs to nobody; the rest shows what somebody did. */
const isPersonal = (name: string): boolean =>
  name.startsWith('wopack-') && name !== shellCache && name !== assetCache;

export async function deletePersonalCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isPersonal).map((name) => caches.delete(name)));
}
