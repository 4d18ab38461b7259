import type { CustomTypeOptions } from 'i18next';

/** The files of texts in src/locales/<language>. */
export type Namespace = keyof CustomTypeOptions['resources'];
