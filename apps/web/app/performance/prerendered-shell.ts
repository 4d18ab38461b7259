interface RouterLike {
  state: { initialized: boolean };
  subscribe: (listener: () => void) => () => void;
}

const root = document.getElementById('root');

const { session = 'guest' } = document.documentElement.dataset;
const shell = root?.querySelector(`[data-prerendered="${session}"]`);

/**
 * Whether the server drew beforehand what this page first shows: it stands until the app has the same. By the rule of
 * the style sheet; the browser, if it were asked, would lay the page out in the middle of the start.
 */
export const hasPrerenderedShell =
  shell != null && (!shell.className || matchMedia('(max-width: 575px)').matches);
let isShown = hasPrerenderedShell;

export const isPrerenderedShellShown = (): boolean => isShown;

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
