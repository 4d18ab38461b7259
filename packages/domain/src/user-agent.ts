/** In order of precedence: most user agents also contain the names of browsers further down. */
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

/** A readable name for a user agent. */
export function parseUserAgent(userAgent: string) {
  const [browser, system] = [findName(browsers, userAgent), findName(systems, userAgent)];
  return {
    browser,
    system,
    isPhone: /iPhone|Android|Mobile/.test(userAgent),
    /** Names an unknown user agent: the string itself when it is short. */
    fallbackName: browser || userAgent.length > 40 ? undefined : userAgent.trim() || undefined,
  };
}
