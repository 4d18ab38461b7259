import { getErrorMessage } from '../../lib/api/errors.ts';

type ToastType = 'success' | 'error';

/** An action, such as 'Undo'. */
interface ToastAction {
  label: string;
  run: () => void;
}

/** Loads the view with the first toast. */
async function addToast(description: string, type: ToastType, action?: ToastAction): Promise<void> {
  const { mountToasts } = await import('./toast-view.tsx');
  const manager = mountToasts();
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

/** A polite live message at the bottom for 5 seconds. */
export const showToast = (message: string, action?: ToastAction): void => {
  addToast(message, 'success', action).catch(console.error);
};

/** Likewise for an error: the server's message, or that there was no response. */
export const showErrorToast = (error: unknown): void => {
  addToast(getErrorMessage(error), 'error').catch(console.error);
};
