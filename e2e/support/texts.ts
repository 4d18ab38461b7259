import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'pt' | 'en' | 'ru';
type Tree = { [key: string]: string | Tree };

const locales = join(import.meta.dirname, '../../apps/web/src/locales');

/** What the interface says: `say('seller:wizard.next')`, in the words of the locale files themselves. */
export function textsOf(language: Language) {
  return (key: string, values: Record<string, string | number> = {}): string => {
    const [namespace, path] = key.split(':') as [string, string];
    let found: string | Tree | undefined = JSON.parse(
      readFileSync(join(locales, language, `${namespace}.json`), 'utf8'),
    ) as Tree;
    for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}

export type Say = ReturnType<typeof textsOf>;
