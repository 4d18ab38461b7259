/** In the order to look: most browsers also claim to be those further down. */
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Yandex', /YaBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
];
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

const findName = (patterns: [string, RegExp][], text: string) =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0];

/** What people call the device that named itself by its user agent. */
export function parseUserAgent(userAgent: string) {
  const [browser, system] = [findName(browsers, userAgent), findName(systems, userAgent)];
  return {
    browser,
    system,
    isPhone: /iPhone|Android|Mobile/.test(userAgent),
    /** Of what is no browser: its own words, when they are short. */
    fallbackName: browser || userAgent.length > 40 ? undefined : userAgent.trim() || undefined,
  };
}
