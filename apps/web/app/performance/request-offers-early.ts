import type { StorageKey } from '../lib/storage/stored-values.ts';

declare global {
  interface Window {
    /** Requested by `requestOffersEarly` while the app loads. */
    prefetched?: { url: string; response: Promise<Response>; shown: Promise<unknown> };
  }
}

interface ListedPhoto {
  path: string;
  srcset: string;
}

/** The list's request without filters, search, location or map; compared by a test. */
const DEFAULT_LIST_URL = '/api/v1/products?sort=center';
const FILTER_KEYS: StorageKey[] = ['filterByType', 'searchProductText', 'selectedCity', 'offersView'];
/** Kept for the session: where the visitor is, and what the list is limited to. */
const SESSION_KEYS: StorageKey[] = ['position', 'food'];
const DEFAULT_VALUES = [null, '', '0', 'list'];

/** Not that of the window: before the viewport is declared, phones have a window of 980 pixels. */
const MAX_PHONE_WIDTH = 575;
/** Photos shown before the app starts: those on a phone's screen. */
const PHOTO_COUNT = 2;

/**
 * Requests the list while the app loads and shows its first photos: on a phone with the default filters. The app uses
 * the response (`fetchWithPrefetch`) or makes its own request.
 */
export function requestOffersEarly(): void {
  const { lang, dataset } = document.documentElement;
  if (location.pathname !== '/offers' || location.search !== '' || dataset.session === 'mismatch') return;
  if (screen.width > MAX_PHONE_WIDTH || !hasDefaultFilters()) return;
  const response = fetch(DEFAULT_LIST_URL, {
    headers: {
      accept: 'application/json',
      'accept-language': lang,
      ...(dataset.session === 'member' && {
        authorization: `Bearer ${localStorage.getItem('token' satisfies StorageKey)}`,
      }),
    },
  });
  // Errors are left to the app.
  const shown = response
    .then((answer) => (answer.ok ? showPhotos(answer.clone()) : undefined))
    .catch(() => undefined);
  window.prefetched = { url: DEFAULT_LIST_URL, response, shown };
}

function hasDefaultFilters(): boolean {
  try {
    return (
      FILTER_KEYS.every((key) => DEFAULT_VALUES.includes(localStorage.getItem(key))) &&
      SESSION_KEYS.every((key) => sessionStorage.getItem(key) === null)
    );
  } catch {
    return false;
  }
}

async function showPhotos(response: Response): Promise<void> {
  const { data } = (await response.json()) as { data: { quantity: number; photos: ListedPhoto[] }[] };
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  const shell = document.querySelector(`[data-prerendered="${document.documentElement.dataset.session}"]`);
  const skeletons = [...(shell?.querySelectorAll('[data-photo]') ?? [])].slice(0, PHOTO_COUNT);
  // Sold-out offers are faded by the app.
  const photos = skeletons.map((_, index) => (data[index]?.quantity ? data[index].photos[0] : undefined));
  await Promise.all(
    skeletons.flatMap((skeleton, index) => (photos[index] ? [showPhoto(skeleton, photos[index])] : [])),
  );
}

/** The skeleton contains the image as its template. */
async function showPhoto(skeleton: Element, { path, srcset }: ListedPhoto): Promise<void> {
  const template = skeleton.querySelector('template')?.content.firstElementChild;
  if (!(template instanceof HTMLImageElement)) return;
  const image = document.importNode(template);
  image.srcset = srcset;
  image.src = path;
  skeleton.replaceWith(image);
  await image.decode();
}
