interface Router {
  state: { initialized: boolean };
  subscribe: (listener: () => void) => () => void;
}

const root = document.getElementById('root');

const { session = 'guest' } = document.documentElement.dataset;
const picture = root?.querySelector(`[data-frame="${session}"]`);

/**
 * Whether the server drew beforehand what this page first shows: it stands until the app has the same. By the rule of
 * the style sheet; the browser, if it were asked, would lay the page out in the middle of the start.
 */
export const framed = picture != null && (!picture.className || matchMedia('(max-width: 575px)').matches);
let still = framed;

export const stillFramed = (): boolean => still;

/** Resolves when the first page can take the place of what stands there. */
export function arrived(router: Router): Promise<void> {
  root!.dataset.framed = '';
  return new Promise((resolve) => {
    const look = () => {
      if (!router.state.initialized) return;
      still = false;
      resolve();
    };
    router.subscribe(look);
    look();
  });
}

/** After the first page: the next one comes in as pages do. */
export const unframe = () => root?.removeAttribute('data-framed');
