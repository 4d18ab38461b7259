import type { Language } from '@wopack/domain';

/**
 * What partners send with their link. Not part of the interface's texts: all languages are at hand at once, whatever
 * the partner's own is. Each says that the sender earns by it, as the referral terms ask.
 */
export const shareMessages: Record<Language, { buyers: string; sellers: string }> = {
  pt: {
    buyers:
      'Sobrou comida boa na padaria, e é tua: com o WoPack levantas ao fim do dia packs surpresa até 70 % mais baratos. Se entrares pelo meu link, eu ganho uma pequena parte do lucro deles; tu pagas o mesmo.',
    sellers:
      'O que sobra ao fecho não tem de ir para o lixo: no WoPack vendes packs surpresa em três minutos e ficas com tudo menos 1,29 € por pack. Se entrares pelo meu link, eu ganho uma pequena parte do lucro deles; para ti o preço é o mesmo.',
  },
  en: {
    buyers:
      'Good food is left over, and it can be yours: with WoPack you pick up surprise packs at closing time, up to 70% off. If you join by my link I earn a small part of their profit; you pay the same.',
    sellers:
      'What is left at closing time need not go into the bin: on WoPack you put surprise packs on sale in three minutes and keep everything but €1.29 a pack. If you join by my link I earn a small part of their profit; your price is the same.',
  },
  ru: {
    buyers:
      'В пекарне осталась хорошая еда, и она может стать твоей: в WoPack вечером можно забрать пакет-сюрприз со скидкой до 70 %. Если зайдёшь по моей ссылке, я получу небольшую долю их прибыли, а ты заплатишь столько же.',
    sellers:
      'То, что осталось к закрытию, не обязательно выбрасывать: в WoPack пакеты-сюрпризы выставляются за три минуты, и тебе остаётся всё, кроме 1,29 € с пакета. Если зайдёшь по моей ссылке, я получу небольшую долю их прибыли, для тебя цена та же.',
  },
};
