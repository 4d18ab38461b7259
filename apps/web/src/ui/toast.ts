import { problemText } from '../lib/problems.ts';

type Kind = 'done' | 'problem';

/** Something to press beside the message, such as 'Undo'. */
interface Action {
  label: string;
  run: () => void;
}

/** Shows one message; the part that draws is fetched with the first of them. */
async function show(description: string, type: Kind, action?: Action): Promise<void> {
  const { mountToasts } = await import('./toast-view.tsx');
  const manager = mountToasts();
  const run = () => {
    manager.close(id);
    action?.run();
  };
  const id = manager.add({
    description,
    type,
    ...(action && { actionProps: { children: action.label, onClick: run } }),
  });
}

/** A short message at the bottom for 5 seconds, read out politely. */
export const notify = (message: string, action?: Action): void => {
  show(message, 'done', action).catch(console.error);
};

/** The same for something that failed: the server's words, or that no answer came. */
export const notifyProblem = (error: unknown): void => {
  show(problemText(error), 'problem').catch(console.error);
};
