/**
 * Whether the app has a page at a path, by the addresses its build wrote down (`/clients/:id`). As the app's router has
 * it: neither capitals nor a slash at the end matter. An id is a number.
 */
export function createPageMatcher(routePatterns: string[]): (path: string) => boolean {
  const patterns = routePatterns.map((routePattern) => {
    const source = routePattern.replaceAll(/:(\w+)/g, (_, name) =>
      name === 'id' ? '[1-9]\\d{0,9}' : '[^/]+',
    );
    return new RegExp(`^${source}/?$`, 'i');
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}
