import { problemText } from '../lib/problems.ts';

type Kind = 'done' | 'problem';

/** Shows one message; the part that draws is fetched with the first of them. */
async function show(description: string, type: Kind): Promise<void> {
  const { mountToasts } = await import('./toast-view.tsx');
  mountToasts().add({ description, type });
}

/** A short message at the bottom for 5 seconds, read out politely. */
export const notify = (message: string): void => {
  show(message, 'done').catch(console.error);
};

/** The same for something that failed: the server's words, or that no answer came. */
export const notifyProblem = (error: unknown): void => {
  show(problemText(error), 'problem').catch(console.error);
};
