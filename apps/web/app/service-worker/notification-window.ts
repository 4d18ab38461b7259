/** Pages on which nobody types, pays or hands out: another page may take their place. */
const REPLACEABLE_PATHS: ReadonlySet<string> = new Set([
  '/',
  '/main',
  '/offers',
  '/favorite',
  '/account/entries',
]);

const isReplaceable = (url: string): boolean => REPLACEABLE_PATHS.has(new URL(url).pathname);

/**
 * The window that shows the page of a notification: one that has it open, else one on which nothing is lost. Undefined:
 * a new one. The console and pages with a form stay as they are.
 */
export const findNotificationWindow = <W extends { url: string }>(
  windows: readonly W[],
  href: string,
): W | undefined => windows.find(({ url }) => url === href) ?? windows.find(({ url }) => isReplaceable(url));
