/**
 * Whether the app has a page at a path, by the addresses its build wrote down (`/clients/:id`). As the app's router has
 * it: neither capitals nor a slash at the end matter. An id is a number.
 */
export function pagesAt(addresses: string[]): (path: string) => boolean {
  const known = addresses.map((address) => {
    const pattern = address.replaceAll(/:(\w+)/g, (_, name) => (name === 'id' ? '[1-9]\\d{0,9}' : '[^/]+'));
    return new RegExp(`^${pattern}/?$`, 'i');
  });
  return (path) => known.some((pattern) => pattern.test(path));
}
