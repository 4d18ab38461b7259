import helmet, { type HelmetOptions } from 'helmet';

/**
 * Computes helmet's headers once instead of for every response: they depend on the configuration only. See
 * README.md for the gain.
 */
export function computeHelmetHeaders(options: Readonly<HelmetOptions>): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as never, response as never, (error) => {
    if (error) throw error;
  });
  return headers;
}
