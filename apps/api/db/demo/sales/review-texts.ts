import type { ProductType } from '../pack-texts/product-text.ts';

/** Review texts, mostly in Portuguese. */
const goodTexts: Record<ProductType, readonly string[]> = {
  bakery: [
    'O pão ainda estava quente. Volto de certeza.',
    'Croissants do dia, estaladiços. Deu para o pequeno-almoço de todos.',
    'Pão de fermentação natural a este preço é um achado.',
    'A broa era ótima e vinha muito mais do que eu esperava.',
    'Хлеб свежий, круассаны ещё тёплые. Отличный пакет.',
  ],
  meals: [
    'Deu jantar para dois e ainda almoço no dia seguinte.',
    'Comida caseira, bem temperada e em quantidade.',
    'Arroz de pato num saco surpresa! Ganhei o dia.',
    'Two generous portions, still warm. Great value.',
    'Vinha tudo bem embalado e quentinho.',
  ],
  groceries: [
    'Fruta boa, só um bocadinho madura. Fiz compota.',
    'Legumes frescos, iogurtes com dois dias de validade. Perfeito.',
    'Um cesto cheio por menos do que pago por um saco de maçãs.',
    'Everything usable, nothing wasted.',
  ],
  sweets: [
    'Os pastéis de nata estavam divinais.',
    'Uma caixa de bolos linda. Os miúdos adoraram.',
    'Fatia de bolo de bolacha enorme. Repito.',
    'Пирожные отличные, хватило на всю семью.',
    'Lovely cakes, a little treat for the office.',
  ],
  sushi: [
    'Fresquíssimo, feito nesse dia. Vinte peças!',
    'Salmão bom e arroz no ponto. Nem parece sobra.',
    'Fresh and plenty of it. Pick it up early.',
  ],
  vegetarian: [
    'Caril de grão delicioso e um pão pita por cima.',
    'Finalmente um pack a pensar em quem não come carne.',
    'Salada fresca, molho à parte. Muito bom.',
    'Tasty, colourful and filling.',
  ],
  breakfast: [
    'Café e bolo por este preço: impossível não voltar.',
    'Torradas, sumo e um queque. Manhã feita.',
    'Equipa simpática e o pack vinha bem recheado.',
    'Warm toast, friendly people.',
  ],
};

const genericGoodTexts: readonly string[] = [
  'Simpáticos e rápidos na entrega.',
  'Melhor do que esperava.',
  'Sempre uma boa surpresa.',
  'Já é o terceiro que compro aqui.',
  'Great surprise, will come again.',
  'Очень вкусно и дёшево. Спасибо!',
];

const fairTexts: readonly string[] = [
  'Bom, mas esperava mais variedade.',
  'A comida estava boa, tive de esperar dez minutos.',
  'Razoável para o preço. Um dos bolos já estava seco.',
  'Nice food, a bit less than last time.',
];

const poorTexts: readonly string[] = [
  'Desta vez vinha pouco. Da outra tinha sido melhor.',
  'Cheguei cinco minutos antes do fecho e já quase não havia nada.',
  'Three items only. Disappointing.',
];

export const listReviewTexts = (type: ProductType, stars: number): readonly string[] =>
  stars >= 4
    ? [...goodTexts[type], ...goodTexts[type], ...genericGoodTexts]
    : stars === 3
      ? fairTexts
      : poorTexts;
