import type { Weekday } from '@wopack/domain';
import type { Concept } from './places/sale-place-names.ts';
import { buildSalePlace, type DemoSalePlace } from './places/sale-places.ts';
import { streets } from './places/streets.ts';
import { type ProductType, productTexts } from './product-texts/index.ts';
import type { DemoProduct, Timetable } from './products.ts';
import { createRandom } from './random.ts';

/** A hand-written sale place, one of the first that visitors see. */
interface FeaturedSalePlace {
  name: string;
  concept: Concept;
  street: string;
  number: number;
  isOwnedByDemoSeller?: boolean;
  products: FeaturedProduct[];
}

interface FeaturedProduct {
  type: ProductType;
  name: string;
  prices: [price: number, value: number];
  quantity: number;
  /** What the shop had in the end on days that are over; default: `quantity`. */
  pastQuantity?: number;
  soldQuantity: number;
  window: string;
  closedWeekdays?: Weekday[];
  /** Number of ratings and their mean. */
  ratings?: [count: number, mean: number];
}

const weekdaysBeforeFriday: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'sun'];

const featuredSalePlaces: FeaturedSalePlace[] = [
  {
    name: 'Padaria Aurora',
    concept: 'padaria',
    street: 'Rua da Trindade',
    number: 18,
    isOwnedByDemoSeller: true,
    products: [
      {
        type: 'bakery',
        name: 'Cesto de fim de tarde',
        prices: [399, 1200],
        // Promised carefully in the morning: the forecast proposes more.
        quantity: 4,
        pastQuantity: 9,
        soldQuantity: 3,
        window: '17:30-19:00',
        closedWeekdays: ['sun'],
        ratings: [28, 4.7],
      },
      // Open nearly all day, so that the hand-out can be tried at any time.
      {
        type: 'bakery',
        name: 'Saco para as torradas',
        prices: [299, 900],
        quantity: 7,
        soldQuantity: 5,
        window: '06:00-23:30',
      },
      {
        type: 'sweets',
        name: 'Doces da vitrina',
        prices: [499, 1500],
        quantity: 4,
        soldQuantity: 1,
        window: '18:00-19:30',
        closedWeekdays: weekdaysBeforeFriday,
        ratings: [11, 4.6],
      },
    ],
  },
  {
    name: 'Aurora Café',
    concept: 'cafe',
    street: 'Rua da Bica de Duarte Belo',
    number: 27,
    isOwnedByDemoSeller: true,
    products: [
      {
        type: 'breakfast',
        name: 'Primeiro café, último bolo',
        prices: [299, 900],
        quantity: 4,
        soldQuantity: 1,
        window: '10:30-12:00',
        ratings: [19, 4.5],
      },
      {
        type: 'bakery',
        name: 'Sandes de última hora',
        prices: [399, 1150],
        quantity: 3,
        soldQuantity: 1,
        window: '15:30-17:00',
        closedWeekdays: ['sun'],
        ratings: [14, 4.4],
      },
    ],
  },
  {
    name: 'Maré Sushi',
    concept: 'sushi',
    street: 'Rua de São Paulo',
    number: 84,
    products: [
      {
        type: 'sushi',
        name: 'Caixa surpresa do chef',
        prices: [599, 1800],
        quantity: 5,
        soldQuantity: 4,
        window: '21:30-22:15',
        ratings: [31, 4.9],
      },
    ],
  },
  {
    name: 'Mercadinho da Graça',
    concept: 'mercearia',
    street: 'Largo da Graça',
    number: 41,
    products: [
      {
        type: 'groceries',
        name: 'Frescos da semana',
        prices: [499, 1350],
        quantity: 7,
        soldQuantity: 2,
        window: '18:00-20:30',
        ratings: [24, 4.5],
      },
    ],
  },
  {
    name: 'Confeitaria Belavista',
    concept: 'confeitaria',
    street: 'Praça Dom Pedro IV',
    number: 62,
    products: [
      {
        type: 'sweets',
        name: 'Meia dúzia de natas',
        prices: [299, 850],
        quantity: 5,
        soldQuantity: 3,
        window: '18:30-19:30',
        ratings: [38, 4.8],
      },
    ],
  },
  {
    name: 'Tasca do Zé Pinto',
    concept: 'tasca',
    street: 'Rua da Atalaia',
    number: 133,
    products: [
      {
        type: 'meals',
        name: 'Almoço que passou a jantar',
        prices: [499, 1500],
        quantity: 6,
        soldQuantity: 2,
        window: '15:00-16:30',
        closedWeekdays: ['sun'],
        ratings: [27, 4.6],
      },
    ],
  },
  {
    name: 'Hotel Sete Colinas',
    concept: 'hotel',
    street: 'Avenida da Liberdade',
    number: 171,
    products: [
      {
        type: 'breakfast',
        name: 'Pequeno-almoço de hotel',
        prices: [599, 1800],
        quantity: 7,
        soldQuantity: 1,
        window: '11:00-12:00',
        ratings: [19, 4.4],
      },
    ],
  },
  {
    name: 'Forno da Bica',
    concept: 'pizzaria',
    street: 'Calçada do Combro',
    number: 58,
    products: [
      {
        type: 'meals',
        name: 'Fatias de última fornada',
        prices: [399, 1100],
        quantity: 4,
        soldQuantity: 4,
        window: '22:00-23:00',
        ratings: [33, 4.7],
      },
    ],
  },
];

export function buildFeaturedSalePlaces(
  timetable: Timetable,
): { salePlace: DemoSalePlace; products: DemoProduct[]; isOwnedByDemoSeller: boolean }[] {
  return featuredSalePlaces.map(
    ({ name, concept, street: streetName, number, isOwnedByDemoSeller = false, products }, index) => {
      const street = streets.find((candidate) => candidate.name === streetName)!;
      const salePlace = buildSalePlace(street, number, createRandom(name), 0.2, { name, concept, index });
      return {
        salePlace,
        isOwnedByDemoSeller,
        products: products.map((product) => toProduct(product, timetable)),
      };
    },
  );
}

function toProduct(
  {
    type,
    name,
    prices,
    quantity,
    pastQuantity,
    soldQuantity,
    window,
    closedWeekdays,
    ratings,
  }: FeaturedProduct,
  timetable: Timetable,
): DemoProduct {
  const textIndex = productTexts[type].findIndex((candidate) => candidate.name === name);
  const [ratingCount, mean] = ratings ?? [0, 0];
  return {
    type,
    textIndex,
    closingIndex: 1,
    pictureNumber: textIndex,
    priceCents: prices[0],
    oldPriceCents: prices[1],
    quantity,
    pastQuantity: pastQuantity ?? quantity,
    soldQuantity,
    scheduleIndex: timetable.add(window, closedWeekdays ?? []),
    ratingSum: Math.round(ratingCount * mean),
    ratingCount,
  };
}
