import type { Language } from './languages.ts';
import { DAY_MS } from './time/dates-and-windows.ts';

/** Pages of the legal texts, in the order of the footer. */
export const policyPaths = {
  terms: '/policy/terms-conditions',
  privacy: '/policy/privacy',
  cookie: '/policy/cookie',
  affiliate: '/policy/promotion-referral',
  delete: '/policy/data-deletion',
  accessibility: '/policy/accessibility',
} as const;

export type LegalText = keyof typeof policyPaths;

export interface LegalTextVersion {
  /** Names the version: the day it was written, `YYYY-MM-DD`. */
  version: string;
  /** A change of substance holds only after its announcement. */
  isMaterial: boolean;
  /** So many days ahead this version promises to announce the next one; never fewer than `MIN_NOTICE_DAYS`. */
  noticeDays: number;
  /** What changed, for whoever accepted the version before. None of a first version. */
  changes?: Record<Language, string>;
}

/** Owed to sellers. Source: Regulation (EU) 2019/1150, article 3. */
export const MIN_NOTICE_DAYS = 15;

const firstVersion = (version: string, noticeDays = MIN_NOTICE_DAYS): LegalTextVersion[] => [
  { version, isMaterial: false, noticeDays },
];

/**
 * Newest first. The text of the newest is in the web app's `legal.json`, of earlier ones in `legal-archive.json`. From
 * when one holds is the operator's: see docs/operating.md, Legal texts.
 */
export const legalTextVersions: Record<LegalText, readonly LegalTextVersion[]> = {
  terms: [
    {
      version: '2026-11-30',
      isMaterial: true,
      noticeDays: MIN_NOTICE_DAYS,
      changes: {
        en: 'Packs that keep can be withdrawn from for 14 days. A change of these terms is announced at least 15 days ahead instead of 30. A business that we stop working with is told 30 days ahead. Earnings from packs that keep become payable after those 14 days, and a payment provider may pay you instead of us. Offers can also be listed by recommendation: the terms name what that goes by. An order can be of several packs and can be sent to a friend. You can also pay with Apple Pay, Google Pay and MB WAY, with credit and with discount codes: the terms name their conditions and how they are refunded.',
        pt: 'Dos packs que se conservam pode desistir-se durante 14 dias. Uma alteração destes termos passa a ser anunciada com pelo menos 15 dias de antecedência, em vez de 30. Um negócio com que deixamos de trabalhar é avisado 30 dias antes. O que ganhas com packs que se conservam passa a ser pagável depois desses 14 dias, e pode pagar-te um prestador de pagamentos em vez de nós. As ofertas podem também ordenar-se por recomendação: os termos dizem o que conta. Um pedido pode ser de vários packs e pode enviar-se a um amigo. Também se pode pagar com Apple Pay, Google Pay e MB WAY, com crédito e com códigos de desconto: os termos dizem as suas condições e como se reembolsam.',
        ru: 'От пакетов, которые не портятся, можно отказаться в течение 14 дней. Об изменении этих условий мы сообщаем не меньше чем за 15 дней вместо 30. Бизнес, с которым мы прекращаем работу, узнаёт об этом за 30 дней. Доход от пакетов, которые не портятся, можно выплатить после этих 14 дней, и платить может платёжная система, а не мы. Пакеты можно упорядочить и по рекомендации: в условиях сказано, что при этом важно. В заказе может быть несколько пакетов, и его можно передать другу. Платить можно и через Apple Pay, Google Pay и MB WAY, кредитом и с кодом скидки: в условиях сказано, на каких условиях и как они возвращаются.',
      },
    },
    { version: '2026-11-23', isMaterial: false, noticeDays: 30 },
  ],
  privacy: [
    {
      version: '2026-11-30',
      isMaterial: false,
      noticeDays: MIN_NOTICE_DAYS,
      changes: {
        en: 'What a friend sees to whom you send an order, and how long we keep the link. When a member of a business last used it. Answers whether a pack was worth its value, and their photos. Diets and allergens that you ask us to keep.',
        pt: 'O que vê um amigo a quem envias um pedido, e por quanto tempo guardamos a ligação. Quando um membro de um negócio o usou pela última vez. Respostas sobre se um pack valeu o que a loja disse, e as suas fotos. Dietas e alergénios que nos pedes para guardar.',
        ru: 'Что видит друг, которому ты передаёшь заказ, и как долго мы храним ссылку. Когда участник бизнеса открывал его в последний раз. Ответы о том, стоил ли пакет обещанного, и фото к ним. Питание и аллергены, которые ты просишь сохранить.',
      },
    },
    ...firstVersion('2026-11-20'),
  ],
  cookie: [
    {
      version: '2026-11-30',
      isMaterial: false,
      noticeDays: MIN_NOTICE_DAYS,
      changes: {
        en: 'Orders that a friend sent you are kept in the browser.',
        pt: 'Os pedidos que um amigo te enviou ficam guardados no navegador.',
        ru: 'Заказы, которые тебе передал друг, хранятся в браузере.',
      },
    },
    ...firstVersion('2026-11-20'),
  ],
  affiliate: [
    {
      version: '2026-11-30',
      isMaterial: false,
      noticeDays: 30,
      changes: {
        en: 'Buyers can pay less with a discount code or credit: the text said that there are no coupons.',
        pt: 'Quem compra pode pagar menos com um código de desconto ou crédito: o texto dizia que não há cupões.',
        ru: 'С кодом скидки или кредитом покупатель платит меньше: в тексте было сказано, что купонов нет.',
      },
    },
    ...firstVersion('2026-11-20', 30),
  ],
  delete: firstVersion('2026-11-20'),
  accessibility: firstVersion('2026-11-29'),
};

export const findLegalTextVersion = (text: LegalText, version: string): LegalTextVersion | undefined =>
  legalTextVersions[text].find((candidate) => candidate.version === version);

/** The page of one version, which stays when it no longer holds. */
export const getLegalTextPath = (text: LegalText, version: string): string =>
  `${policyPaths[text]}/${version}`;

/** So many days ahead a version is announced that replaces this one. */
export const getNoticeDays = (text: LegalText, versionInForce: string): number =>
  Math.max(findLegalTextVersion(text, versionInForce)?.noticeDays ?? MIN_NOTICE_DAYS, MIN_NOTICE_DAYS);

/** The earliest instant at which a version that is announced now may begin to hold. */
export const getEarliestStart = (text: LegalText, versionInForce: string, now: Date): Date =>
  new Date(now.getTime() + getNoticeDays(text, versionInForce) * DAY_MS);
