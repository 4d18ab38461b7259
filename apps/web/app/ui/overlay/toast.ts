import { getErrorMessage } from '../../lib/api/errors.ts';

type ToastType = 'success' | 'error';

/** Something to press beside the message, such as 'Undo'. */
interface ToastAction {
  label: string;
  run: () => void;
}

/** Shows one message; the part that draws is fetched with the first of them. */
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

/** A short message at the bottom for 5 seconds, read out politely. */
export const showToast = (message: string, action?: ToastAction): void => {
  addToast(message, 'success', action).catch(console.error);
};

/** The same for something that failed: the server's words, or that no answer came. */
export const showErrorToast = (error: unknown): void => {
  addToast(getErrorMessage(error), 'error').catch(console.error);
};
