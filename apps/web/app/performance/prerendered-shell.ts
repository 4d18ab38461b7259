interface RouterLike {
  state: { initialized: boolean };
  subscribe: (listener: () => void) => () => void;
}

const root = globalThis.document?.getElementById('root');

const session = globalThis.document?.documentElement.dataset.session ?? 'guest';
const shell = root?.querySelector(`[data-prerendered="${session}"]`);

/**
 * Whether this page was sent prerendered: that stands until the app has the same. By the rule of the style sheet; the
 * browser, if it were asked, would lay the page out in the middle of the start.
 */
export const hasPrerenderedShell =
  shell != null && (!shell.hasAttribute('data-phones-only') || matchMedia('(max-width: 575px)').matches);
let isShown = hasPrerenderedShell;

/** How long the prerendered page waits for an answer; then the app's page says that it is loading. */
const MAX_LOAD_MS = 3000;

/** For loaders: while a prerendered page is on show, data that the page which replaces it is to begin with. */
export async function loadBehindShell(load: () => unknown): Promise<null> {
  if (isShown) await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, MAX_LOAD_MS))]);
  return null;
}

/** Resolves when the first page can take the place of what stands there. */
export function waitForFirstPage(router: RouterLike): Promise<void> {
  root!.dataset.prerenderedShown = '';
  return new Promise((resolve) => {
    const checkRouter = () => {
      if (!router.state.initialized) return;
      isShown = false;
      resolve();
    };
    router.subscribe(checkRouter);
    checkRouter();
  });
}

/** After the first page: the next one comes in as pages do. */
export const clearPrerenderedMark = () => root?.removeAttribute('data-prerendered-shown');
