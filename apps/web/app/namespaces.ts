import type { CustomTypeOptions } from 'i18next';

/** The files of texts in app/locales/<language>. */
export type Namespace = keyof CustomTypeOptions['resources'];
