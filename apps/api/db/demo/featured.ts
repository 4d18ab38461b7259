import type { Weekday } from '@wopack/rules';
import type { Concept } from './concepts.ts';
import { packTexts } from './pack-texts/index.ts';
import type { PackType } from './pack-texts/pack-text.ts';
import type { Pack } from './packs.ts';
import { streets, type Venue, venueAt } from './places/venues.ts';
import { randomFrom } from './random.ts';
import type { Timetable } from './schedules.ts';

/** A venue that is told by hand: the first ones a visitor meets. */
interface Featured {
  name: string;
  concept: Concept;
  street: string;
  number: number;
  /** Belongs to the demo's seller. */
  sellers?: boolean;
  packs: FeaturedPack[];
}

interface FeaturedPack {
  type: PackType;
  name: string;
  cents: [price: number, value: number];
  quantity: number;
  sold: number;
  window: string;
  off?: Weekday[];
  /** Number of ratings and their mean. */
  rated?: [count: number, mean: number];
}

const weekdaysBeforeFriday: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'sun'];

const told: Featured[] = [
  {
    name: 'Padaria Aurora',
    concept: 'padaria',
    street: 'Rua da Trindade',
    number: 18,
    sellers: true,
    packs: [
      {
        type: 'bakery',
        name: 'Cesto de fim de tarde',
        cents: [399, 1200],
        quantity: 6,
        sold: 3,
        window: '17:30-19:00',
        off: ['sun'],
        rated: [28, 4.7],
      },
      // Open nearly all day, so that handing out can be tried whenever the demo is.
      {
        type: 'bakery',
        name: 'Saco para as torradas',
        cents: [299, 900],
        quantity: 7,
        sold: 5,
        window: '06:00-23:30',
      },
      {
        type: 'sweets',
        name: 'Doces da vitrina',
        cents: [499, 1500],
        quantity: 4,
        sold: 1,
        window: '18:00-19:30',
        off: weekdaysBeforeFriday,
        rated: [11, 4.6],
      },
    ],
  },
  {
    name: 'Aurora Café',
    concept: 'cafe',
    street: 'Rua da Bica de Duarte Belo',
    number: 27,
    sellers: true,
    packs: [
      {
        type: 'breakfast',
        name: 'Primeiro café, último bolo',
        cents: [299, 900],
        quantity: 4,
        sold: 1,
        window: '10:30-12:00',
        rated: [19, 4.5],
      },
      {
        type: 'bakery',
        name: 'Sandes de última hora',
        cents: [399, 1150],
        quantity: 3,
        sold: 1,
        window: '15:30-17:00',
        off: ['sun'],
        rated: [14, 4.4],
      },
    ],
  },
  {
    name: 'Maré Sushi',
    concept: 'sushi',
    street: 'Rua de São Paulo',
    number: 84,
    packs: [
      {
        type: 'sushi',
        name: 'Caixa surpresa do chef',
        cents: [599, 1800],
        quantity: 5,
        sold: 4,
        window: '21:30-22:15',
        rated: [31, 4.9],
      },
    ],
  },
  {
    name: 'Mercadinho da Graça',
    concept: 'mercearia',
    street: 'Largo da Graça',
    number: 41,
    packs: [
      {
        type: 'groceries',
        name: 'Frescos da semana',
        cents: [499, 1350],
        quantity: 7,
        sold: 2,
        window: '18:00-20:30',
        rated: [24, 4.5],
      },
    ],
  },
  {
    name: 'Confeitaria Belavista',
    concept: 'confeitaria',
    street: 'Praça Dom Pedro IV',
    number: 62,
    packs: [
      {
        type: 'sweets',
        name: 'Meia dúzia de natas',
        cents: [299, 850],
        quantity: 5,
        sold: 3,
        window: '18:30-19:30',
        rated: [38, 4.8],
      },
    ],
  },
  {
    name: 'Tasca do Zé Pinto',
    concept: 'tasca',
    street: 'Rua da Atalaia',
    number: 133,
    packs: [
      {
        type: 'meals',
        name: 'Almoço que virou jantar',
        cents: [499, 1500],
        quantity: 6,
        sold: 2,
        window: '15:00-16:30',
        off: ['sun'],
        rated: [27, 4.6],
      },
    ],
  },
  {
    name: 'Hotel Sete Colinas',
    concept: 'hotel',
    street: 'Avenida da Liberdade',
    number: 171,
    packs: [
      {
        type: 'breakfast',
        name: 'Pequeno-almoço de hotel',
        cents: [599, 1800],
        quantity: 7,
        sold: 1,
        window: '11:00-12:00',
        rated: [19, 4.4],
      },
    ],
  },
  {
    name: 'Forno da Bica',
    concept: 'pizzaria',
    street: 'Calçada do Combro',
    number: 58,
    packs: [
      {
        type: 'meals',
        name: 'Fatias de última fornada',
        cents: [399, 1100],
        quantity: 4,
        sold: 4,
        window: '22:00-23:00',
        rated: [33, 4.7],
      },
    ],
  },
];

export function featured(timetable: Timetable): { venue: Venue; packs: Pack[]; sellers: boolean }[] {
  return told.map(({ name, concept, street: streetName, number, sellers = false, packs }, index) => {
    const street = streets.find((known) => known.name === streetName)!;
    const venue = venueAt(street, number, randomFrom(name), 0.2, { name, concept, index });
    return { venue, sellers, packs: packs.map((pack) => toPack(pack, timetable)) };
  });
}

function toPack(
  { type, name, cents, quantity, sold, window, off, rated }: FeaturedPack,
  timetable: Timetable,
): Pack {
  const text = packTexts[type].findIndex((known) => known.name === name);
  const [ratingCount, mean] = rated ?? [0, 0];
  return {
    type,
    text,
    closing: 1,
    picture: text,
    priceCents: cents[0],
    oldPriceCents: cents[1],
    quantity,
    sold,
    schedule: timetable.add(window, off ?? []),
    ratingSum: Math.round(ratingCount * mean),
    ratingCount,
  };
}
