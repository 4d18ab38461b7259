import 'i18next';
import type account from '../locales/en/account.json';
import type auth from '../locales/en/auth.json';
import type common from '../locales/en/common.json';
import type errors from '../locales/en/errors.json';
import type landing from '../locales/en/landing.json';
import type offer from '../locales/en/offer.json';
import type offers from '../locales/en/offers.json';
import type orders from '../locales/en/orders.json';
import type payment from '../locales/en/payment.json';
import type seller from '../locales/en/seller.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      account: typeof account;
      auth: typeof auth;
      common: typeof common;
      errors: typeof errors;
      landing: typeof landing;
      offer: typeof offer;
      offers: typeof offers;
      orders: typeof orders;
      payment: typeof payment;
      seller: typeof seller;
    };
  }
}
