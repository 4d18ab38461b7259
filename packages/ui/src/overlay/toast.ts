import { getErrorMessage } from '../feedback/inline-error.tsx';

type ToastType = 'success' | 'error';

/** An action, such as 'Undo'. */
interface ToastAction {
  label: string;
  run: () => void;
}

let closeAll = () => {};

/** Makes room for what needs the place, such as a sheet. */
export const closeToasts = (): void => closeAll();

/** Loads the view with the first toast. Replaces the toast that is shown. */
async function addToast(description: string, type: ToastType, action?: ToastAction): Promise<void> {
  const { mountToasts } = await import('./toast-view.tsx');
  const manager = mountToasts();
  closeAll = () => manager.close();
  closeAll();
  const runAction = () => {
    manager.close(id);
    action?.run();
  };
  const id = manager.add({
    description,
    type,
    ...(action && { actionProps: { children: action.label, onClick: runAction } }),
  });
}

/** A polite live message at the top for 5 seconds. */
export const showToast = (message: string, action?: ToastAction): void => {
  addToast(message, 'success', action).catch(console.error);
};

/** Likewise for an error: the server's message, or that there was no response. */
export const showErrorToast = (error: unknown): void => showErrorMessage(getErrorMessage(error));

export const showErrorMessage = (message: string): void => {
  addToast(message, 'error').catch(console.error);
};
