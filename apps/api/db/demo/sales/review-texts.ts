import { type Language, languages } from '@wopack/domain';
import type { ProductType } from '../product-texts/index.ts';

/** What somebody wrote, in a language, and its translations. */
export type ReviewText = { language: Language } & Record<Language, string>;

/** Lines of the original's language and the text in all languages: 'pt | … | … | …'. */
const parseTexts = (lines: string): ReviewText[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [language, ...texts] = line.split('|').map((part) => part.trim());
      const [pt, en, ru] = texts as [string, string, string];
      return { language: languages.find((one) => one === language)!, pt, en, ru };
    });

const goodTexts: Record<ProductType, readonly ReviewText[]> = {
  bakery: parseTexts(`
    pt | O pão ainda estava quente. Volto de certeza. | The bread was still warm. I will be back. | Хлеб был ещё тёплый. Обязательно вернусь.
    pt | Croissants do dia, estaladiços. Deu para o pequeno-almoço de todos. | Crisp croissants of the day. Enough for everybody’s breakfast. | Хрустящие круассаны этого дня. Хватило всем на завтрак.
    pt | Pão de fermentação natural a este preço é um achado. | Sourdough at this price is a find. | Хлеб на закваске за такую цену — находка.
    pt | A broa era ótima e vinha muito mais do que eu esperava. | The corn bread was great, and there was much more than I expected. | Кукурузный хлеб отличный, и всего гораздо больше, чем можно было ожидать.
    ru | O pão é fresco, os croissants ainda mornos. Ótimo pack. | Fresh bread, croissants still warm. A great pack. | Хлеб свежий, круассаны ещё тёплые. Отличный пакет.
  `),
  meals: parseTexts(`
    pt | Deu jantar para dois e ainda almoço no dia seguinte. | Dinner for two, and lunch the next day. | Хватило на ужин вдвоём и ещё на обед на следующий день.
    pt | Comida caseira, bem temperada e em quantidade. | Home cooking, well seasoned and plenty of it. | Домашняя еда, хорошо приправлена, и много.
    pt | Arroz de pato num saco surpresa! Ganhei o dia. | Duck rice in a surprise bag! Made my day. | Рис с уткой в пакете-сюрпризе! День удался.
    en | Duas porções generosas, ainda quentes. Vale muito a pena. | Two generous portions, still warm. Great value. | Две щедрые порции, ещё тёплые. Очень выгодно.
    pt | Vinha tudo bem embalado e quentinho. | Everything was well packed and warm. | Всё было хорошо упаковано и ещё тёплое.
  `),
  groceries: parseTexts(`
    pt | Fruta boa, só um bocadinho madura. Fiz compota. | Good fruit, only a little ripe. I made jam. | Хорошие фрукты, чуть перезрелые. Получилось варенье.
    pt | Legumes frescos, iogurtes com dois dias de validade. Perfeito. | Fresh vegetables, yoghurts with two days left. Perfect. | Свежие овощи, йогурты со сроком ещё два дня. Идеально.
    pt | Um cesto cheio por menos do que pago por um saco de maçãs. | A full basket for less than I pay for a bag of apples. | Полная корзина дешевле пакета яблок.
    en | Aproveitei tudo, não se estragou nada. | Everything usable, nothing wasted. | Всё пригодилось, ничего не пропало.
  `),
  sweets: parseTexts(`
    pt | Os pastéis de nata estavam divinais. | The pastéis de nata were divine. | Паштел-де-ната были божественны.
    pt | Uma caixa de bolos linda. Os miúdos adoraram. | A lovely box of cakes. The kids loved it. | Красивая коробка пирожных. Дети в восторге.
    pt | Fatia de bolo de bolacha enorme. Repito. | A huge slice of biscuit cake. I will come again. | Огромный кусок торта с печеньем. Повторю.
    ru | Bolos ótimos, chegaram para a família toda. | Great pastries, enough for the whole family. | Пирожные отличные, хватило на всю семью.
    en | Bolos deliciosos, um miminho para o escritório. | Lovely cakes, a little treat for the office. | Чудесные пирожные, порадовали весь офис.
  `),
  sushi: parseTexts(`
    pt | Fresquíssimo, feito nesse dia. Vinte peças! | Very fresh, made that day. Twenty pieces! | Очень свежие, сделаны в тот же день. Двадцать штук!
    pt | Salmão bom e arroz no ponto. Nem parece sobra. | Good salmon, perfect rice. You would not think it was left over. | Хороший лосось, рис как надо. И не скажешь, что остатки.
    en | Fresco e em quantidade. Levantem cedo. | Fresh and plenty of it. Pick it up early. | Свежие, и много. Забирайте пораньше.
  `),
  vegetarian: parseTexts(`
    pt | Caril de grão delicioso e um pão pita por cima. | Delicious chickpea curry, with a pita on top. | Вкуснейшее карри из нута и лепёшка сверху.
    pt | Finalmente um pack a pensar em quem não come carne. | At last a pack for those who eat no meat. | Наконец-то пакет для тех, кто не ест мяса.
    pt | Salada fresca, molho à parte. Muito bom. | Fresh salad, dressing on the side. Very good. | Свежий салат, соус отдельно. Очень хорошо.
    en | Saboroso, colorido e sacia. | Tasty, colourful and filling. | Вкусно, ярко и сытно.
  `),
  breakfast: parseTexts(`
    pt | Café e bolo por este preço: impossível não voltar. | Coffee and cake at this price: impossible not to come back. | Кофе и торт за такую цену: невозможно не вернуться.
    pt | Torradas, sumo e um queque. Manhã feita. | Toast, juice and a muffin. Morning sorted. | Тосты, сок и кекс. Утро удалось.
    pt | Equipa simpática e o pack vinha bem recheado. | Friendly team, and the pack was full. | Приветливая команда, и пакет был полный.
    en | Torradas quentes, gente simpática. | Warm toast, friendly people. | Тёплые тосты, приветливые люди.
  `),
};

const genericGoodTexts = parseTexts(`
  pt | Simpáticos e rápidos na entrega. | Friendly and quick. | Приветливо и быстро.
  pt | Melhor do que esperava. | Better than I expected. | Лучше, чем можно было ожидать.
  pt | Sempre uma boa surpresa. | Always a good surprise. | Всегда приятный сюрприз.
  pt | Já é o terceiro que compro aqui. | This is the third one I buy here. | Уже третий пакет, который беру здесь.
  en | Ótima surpresa, volto outra vez. | Great surprise, will come again. | Отличный сюрприз, приду ещё.
  ru | Muito bom e barato. Obrigado! | Very tasty and cheap. Thank you! | Очень вкусно и дёшево. Спасибо!
`);

const fairTexts = parseTexts(`
  pt | Bom, mas esperava mais variedade. | Good, but I expected more variety. | Хорошо, но хотелось больше разнообразия.
  pt | A comida estava boa, tive de esperar dez minutos. | The food was good, but I had to wait ten minutes. | Еда хорошая, но пришлось ждать десять минут.
  pt | Razoável para o preço. Um dos bolos já estava seco. | Fair for the price. One of the cakes was dry. | Неплохо за эту цену. Одно пирожное уже подсохло.
  en | Boa comida, um pouco menos do que da última vez. | Nice food, a bit less than last time. | Вкусно, но чуть меньше, чем в прошлый раз.
`);

const poorTexts = parseTexts(`
  pt | Desta vez vinha pouco. Da outra tinha sido melhor. | There was little this time. The last one was better. | В этот раз мало. В прошлый было лучше.
  pt | Cheguei cinco minutos antes do fecho e já quase não havia nada. | I came five minutes before closing and there was almost nothing left. | Пришёл за пять минут до закрытия, и почти ничего не осталось.
  en | Só três artigos. Desiludiu. | Three items only. Disappointing. | Всего три вещи. Разочарование.
`);

export const listReviewTexts = (type: ProductType, stars: number): readonly ReviewText[] =>
  stars >= 4
    ? [...goodTexts[type], ...goodTexts[type], ...genericGoodTexts]
    : stars === 3
      ? fairTexts
      : poorTexts;

/** What sellers answer to reviews of up to three stars. */
export const replyText: ReviewText = parseTexts(
  'pt | Obrigado pela franqueza. Já falámos com a equipa: o próximo vem mais cheio. | Thank you for being frank. We have talked to the team: the next one will be fuller. | Спасибо за честность. Мы поговорили с командой: следующий будет полнее.',
)[0]!;

/** All translations: of the original in a language, its text in another one. */
export const reviewTranslations = [
  ...Object.values(goodTexts).flat(),
  ...genericGoodTexts,
  ...fairTexts,
  ...poorTexts,
].flatMap((text) =>
  languages
    .filter((language) => language !== text.language)
    .map((language) => ({ original: text[text.language], language, text: text[language] })),
);
