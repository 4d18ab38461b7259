import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'pt' | 'en' | 'ru';
type MessageTree = { [key: string]: string | MessageTree };

const LOCALES_DIR = join(import.meta.dirname, '../../apps/web/app/locales');

/** What the interface says: `say('seller:wizard.next')`, in the words of the locale files themselves. */
export function createTranslator(language: Language) {
  return (key: string, values: Record<string, string | number> = {}): string => {
    const [namespace, path] = key.split(':') as [string, string];
    let message: string | MessageTree | undefined = JSON.parse(
      readFileSync(join(LOCALES_DIR, language, `${namespace}.json`), 'utf8'),
    ) as MessageTree;
    for (const part of path.split('.')) message = typeof message === 'object' ? message[part] : undefined;
    if (typeof message !== 'string') throw new Error(`no text ${key} in ${language}`);
    return message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}

export type Translate = ReturnType<typeof createTranslator>;
