import 'i18next';

/** Texts that the app gives in its namespaces `common` and `errors`. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      common: {
        close: string;
        loading: string;
        notNow: string;
        notifications: string;
        ratingLabel_one: string;
        ratingLabel_other: string;
        ratingNew: string;
      };
      errors: {
        failedTitle: string;
        network: string;
        offlineText: string;
        offlineTitle: string;
        retry: string;
        unknown: string;
        wholeDate: string;
      };
    };
  }
}
