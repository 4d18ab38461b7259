import type { Language } from './languages.ts';

/** Reasons to cancel that are chosen instead of written: each is read in the language of its reader. */
export const readyReasons = {
  soldOut: {
    pt: 'Hoje vendeu-se tudo na loja.',
    en: 'Everything was sold in the shop today.',
    ru: 'Сегодня всё продано в заведении.',
  },
  nothingLeft: {
    pt: 'Hoje não sobrou o suficiente.',
    en: 'There is not enough left over today.',
    ru: 'Сегодня осталось слишком мало.',
  },
  closing: {
    pt: 'Hoje temos de fechar mais cedo.',
    en: 'We have to close earlier today.',
    ru: 'Сегодня закрываемся раньше.',
  },
  broken: {
    pt: 'Temos uma avaria na cozinha.',
    en: 'Something broke in our kitchen.',
    ru: 'У нас на кухне поломка.',
  },
  allergens: {
    pt: 'Alergénios',
    en: 'Allergens',
    ru: 'Аллергены',
  },
  wrongPack: {
    pt: 'Não é o pack que queria',
    en: 'Not the pack I wanted',
    ru: 'Не тот пакет',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type ReadyReason = keyof typeof readyReasons;

/** Sellers send them as they are or changed; those of buyers concern the product. */
export const sellerReasons = ['soldOut', 'nothingLeft', 'closing', 'broken'] as const satisfies ReadyReason[];
export const buyerReasons = ['allergens', 'wrongPack'] as const satisfies ReadyReason[];

const READY_TEXTS = new Map<string, { reason: ReadyReason; language: Language }>(
  Object.entries(readyReasons).flatMap(([reason, texts]) =>
    Object.entries(texts).map(([language, text]) => [
      text,
      { reason: reason as ReadyReason, language: language as Language },
    ]),
  ),
);

/** The ready reason that somebody sent, in whatever language; undefined for words of their own. */
export const findReadyReason = (text: string): { reason: ReadyReason; language: Language } | undefined =>
  READY_TEXTS.get(text);
