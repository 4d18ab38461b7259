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

const find = (names: [string, RegExp][], text: string) => names.find(([, mark]) => mark.test(text))?.[0];

/** What people call the device that named itself by its user agent. */
export function describeDevice(userAgent: string) {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)];
  return {
    browser,
    system,
    phone: /iPhone|Android|Mobile/.test(userAgent),
    /** Of what is no browser: its own words, when they are short. */
    other: browser || userAgent.length > 40 ? undefined : userAgent.trim() || undefined,
  };
}
