import 'i18next';
import type admin from '../locales/en/admin.json';
import type common from '../locales/en/common.json';
import type errors from '../locales/en/errors.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: { admin: typeof admin; common: typeof common; errors: typeof errors };
  }
}
