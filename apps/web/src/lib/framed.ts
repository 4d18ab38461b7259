interface Router {
  state: { initialized: boolean };
  subscribe: (listener: () => void) => () => void;
}

const root = document.getElementById('root');

/** Whether the server drew beforehand what this page first shows: it stands until the app has the same. */
export const framed = Boolean(root?.offsetHeight);
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
