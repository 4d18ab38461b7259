import { join } from 'node:path';

const appDir = join(import.meta.dirname, 'app');

/** `npm run generate` derives the types of the translation keys from the English files. */
export default {
  locales: ['en', 'pt', 'ru'],
  extract: {
    input: join(appDir, '**/*.{ts,tsx}'),
    output: join(appDir, 'locales/{{language}}/{{namespace}}.json'),
  },
  types: {
    input: join(appDir, 'locales/en/*.json'),
    output: join(appDir, 'lib/i18n/i18next.d.ts'),
    resourcesFile: join(appDir, 'lib/i18n/resources.gen.d.ts'),
  },
};
