import 'i18next';
import type aboutSeller from '../../locales/en/about-seller.json';
import type account from '../../locales/en/account.json';
import type auth from '../../locales/en/auth.json';
import type common from '../../locales/en/common.json';
import type errors from '../../locales/en/errors.json';
import type geo from '../../locales/en/geo.json';
import type landing from '../../locales/en/landing.json';
import type legal from '../../locales/en/legal.json';
import type main from '../../locales/en/main.json';
import type map from '../../locales/en/map.json';
import type money from '../../locales/en/money.json';
import type notifications from '../../locales/en/notifications.json';
import type offer from '../../locales/en/offer.json';
import type offers from '../../locales/en/offers.json';
import type orders from '../../locales/en/orders.json';
import type partner from '../../locales/en/partner.json';
import type payment from '../../locales/en/payment.json';
import type affiliatePolicy from '../../locales/en/policy-affiliate.json';
import type cookiePolicy from '../../locales/en/policy-cookie.json';
import type deletePolicy from '../../locales/en/policy-delete.json';
import type privacyPolicy from '../../locales/en/policy-privacy.json';
import type termsPolicy from '../../locales/en/policy-terms.json';
import type sales from '../../locales/en/sales.json';
import type seller from '../../locales/en/seller.json';
import type week from '../../locales/en/week.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      'about-seller': typeof aboutSeller;
      account: typeof account;
      money: typeof money;
      auth: typeof auth;
      common: typeof common;
      errors: typeof errors;
      geo: typeof geo;
      landing: typeof landing;
      legal: typeof legal;
      main: typeof main;
      map: typeof map;
      notifications: typeof notifications;
      offer: typeof offer;
      offers: typeof offers;
      orders: typeof orders;
      partner: typeof partner;
      payment: typeof payment;
      'policy-affiliate': typeof affiliatePolicy;
      'policy-cookie': typeof cookiePolicy;
      'policy-delete': typeof deletePolicy;
      'policy-privacy': typeof privacyPolicy;
      'policy-terms': typeof termsPolicy;
      sales: typeof sales;
      seller: typeof seller;
      week: typeof week;
    };
  }
}
