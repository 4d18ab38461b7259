import { DAY_MS, HOUR_MS } from '@wopack/domain';
import type { ProductType } from '../product-texts/index.ts';
import type { DemoOrder } from '../queries/orders.queries.ts';
import { createRandom, type Random } from '../random.ts';

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

const RATING_PERIOD_DAYS = 14;

/** A product with its target ratings. */
export interface RatedProduct {
  productId: number;
  type: ProductType;
  ratingCount: number;
  ratingSum: number;
}

/**
 * Rates products, each rating from a collected order, so that mean and number match the rows. The demo
 * accounts rate first, and leave their latest collected orders unrated for whoever tries the demo.
 */
export function addRatings(
  orders: readonly DemoOrder[],
  products: readonly RatedProduct[],
  demoAccountIds: readonly number[],
  now: Date,
): DemoOrder[] {
  const random = createRandom('ratings');
  const ratingByOrder = new Map<DemoOrder, DemoOrder['rating']>();
  const ordersByProduct = Map.groupBy(
    orders.filter((order) => order.state === 'collected' && getAgeMs(order, now) > 3 * HOUR_MS),
    ({ productId }) => productId,
  );
  for (const { productId, type, ratingCount, ratingSum } of products) {
    const isByDemoAccount = (order: DemoOrder) => demoAccountIds.includes(order.userId);
    const ratableOrders = (ordersByProduct.get(productId) ?? [])
      .filter((order) => !isByDemoAccount(order) || getAgeMs(order, now) > RATING_PERIOD_DAYS * DAY_MS)
      .map((order) => ({ sale: order, sortKey: isByDemoAccount(order) ? -1 : random.next() }))
      .sort((a, b) => a.sortKey - b.sortKey);
    const stars = distributeStars(
      Math.min(ratingCount, ratableOrders.length),
      ratingSum / ratingCount,
      random,
    );
    for (const [i, starCount] of stars.entries()) {
      const { sale: order } = ratableOrders[i]!;
      const hasNoText = starCount >= 4 && random.chance(0.35);
      const ratedAt = order.collectedAt!.getTime() + Math.round((1 + random.next() * 60) * HOUR_MS);
      ratingByOrder.set(order, {
        stars: starCount,
        text: hasNoText ? '' : random.pick(listReviewTexts(type, starCount)),
        at: new Date(Math.min(ratedAt, now.getTime() - 60_000)),
      });
    }
  }
  return orders.map((order) => ({ ...order, rating: ratingByOrder.get(order) ?? null }));
}

const getAgeMs = ({ collectedAt }: DemoOrder, now: Date): number =>
  collectedAt ? now.getTime() - collectedAt.getTime() : 0;

/** Stars with the given mean: fives, reduced by one or by up to three at random. */
export function distributeStars(count: number, mean: number, random: Random): number[] {
  const stars = Array.from({ length: count }, () => 5);
  for (let missing = 5 * count - Math.round(count * mean); missing > 0; ) {
    const index = random.integer(0, count - 1);
    const deduction = Math.min(missing, random.chance(0.12) ? random.integer(2, 3) : 1, stars[index]! - 1);
    stars[index]! -= deduction;
    missing -= deduction;
  }
  return stars;
}
