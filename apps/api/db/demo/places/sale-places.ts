import { createRandom, type Random } from '../random.ts';
import { type Concept, concepts, countSalePlaceNames, getSalePlaceName } from './sale-place-names.ts';
import {
  aroundLisbonStreets,
  buildStreets,
  isOnLand,
  lisbonStreets,
  type Street,
} from './streets-and-land.ts';

const portoStreets = buildStreets('Porto', [
  ['Rua de Santa Catarina', 'Baixa', '4000', 41.148, -8.6066, 700],
  ['Rua Formosa', 'Bolhão', '4000', 41.1495, -8.607, 420],
  ['Rua de Passos Manuel', 'Baixa', '4000', 41.1467, -8.6051, 250],
  ['Praça da Batalha', 'Batalha', '4000', 41.1456, -8.6066, 140],
  ['Rua do Bonjardim', 'Baixa', '4000', 41.15, -8.6092, 700],
  ['Rua Sá da Bandeira', 'Bolhão', '4000', 41.1493, -8.6083, 560],
  ['Avenida dos Aliados', 'Aliados', '4000', 41.148, -8.611, 240],
  ['Rua do Almada', 'Aliados', '4050', 41.149, -8.612, 560],
  ['Rua das Flores', 'Ribeira', '4050', 41.1437, -8.6132, 320],
  ['Rua Mouzinho da Silveira', 'Ribeira', '4050', 41.1432, -8.6138, 350],
  ['Largo de São Domingos', 'Ribeira', '4050', 41.1425, -8.6143, 90],
  ['Rua das Carmelitas', 'Clérigos', '4050', 41.1468, -8.6148, 160],
  ['Praça de Carlos Alberto', 'Cedofeita', '4050', 41.1491, -8.616, 130],
  ['Rua de Cedofeita', 'Cedofeita', '4050', 41.1516, -8.6176, 600],
  ['Rua do Rosário', 'Cedofeita', '4050', 41.1498, -8.6195, 300],
  ['Rua Miguel Bombarda', 'Cedofeita', '4050', 41.1502, -8.6215, 600],
  ['Rua de Dom Manuel II', 'Massarelos', '4050', 41.1478, -8.6235, 300],
  ['Rua Júlio Dinis', 'Massarelos', '4050', 41.153, -8.627, 900],
  ['Rua da Alegria', 'Bonfim', '4000', 41.153, -8.603, 900],
  ['Praça do Marquês de Pombal', 'Marquês', '4000', 41.1609, -8.6047, 200],
  ['Rua de Faria Guimarães', 'Marquês', '4000', 41.159, -8.6085, 800],
  ['Rua da Constituição', 'Marquês', '4200', 41.1625, -8.613, 1200],
  ['Rua de Costa Cabral', 'Paranhos', '4200', 41.165, -8.5975, 1600],
  ['Rua do Amial', 'Amial', '4200', 41.1735, -8.6135, 900],
  ['Campo 24 de Agosto', 'Bonfim', '4300', 41.1492, -8.599, 240],
  ['Rua do Bonfim', 'Bonfim', '4300', 41.1487, -8.5965, 400],
  ['Rua do Heroísmo', 'Bonfim', '4300', 41.1475, -8.5936, 330],
  ['Avenida de Fernão de Magalhães', 'Antas', '4350', 41.156, -8.594, 1400],
  ['Rua de São Roque da Lameira', 'Campanhã', '4350', 41.153, -8.576, 1500],
  ['Avenida da Boavista', 'Boavista', '4100', 41.1606, -8.644, 1800],
  ['Rua do Campo Alegre', 'Campo Alegre', '4150', 41.1526, -8.638, 1300],
  ['Rua Senhora da Luz', 'Foz do Douro', '4150', 41.1535, -8.6755, 400],
  ['Rua de Gondarém', 'Foz do Douro', '4150', 41.1576, -8.6798, 900],
]);

const aroundPortoStreets = [
  ...buildStreets('Vila Nova de Gaia', [
    ['Avenida da República', 'Mafamude', '4430', 41.128, -8.606, 1600],
    ['Rua de Cândido dos Reis', 'Santa Marinha', '4400', 41.1362, -8.6135, 600],
    ['Rua Marquês Sá da Bandeira', 'Santa Marinha', '4400', 41.131, -8.6085, 500],
    ['Rua General Torres', 'Santa Marinha', '4430', 41.1343, -8.6086, 900],
    ['Rua Soares dos Reis', 'Mafamude', '4430', 41.121, -8.606, 1200],
  ]),
  ...buildStreets('Matosinhos', [
    ['Rua Brito Capelo', 'Matosinhos', '4450', 41.1815, -8.6895, 1100],
    ['Rua Roberto Ivens', 'Matosinhos', '4450', 41.1812, -8.688, 1300],
    ['Avenida da República', 'Matosinhos', '4450', 41.18, -8.685, 800],
    ['Rua da Barranha', 'Senhora da Hora', '4460', 41.1865, -8.6565, 700],
    ['Avenida do Conde', 'São Mamede de Infesta', '4465', 41.1905, -8.6075, 900],
  ]),
  ...buildStreets('Maia', [
    ['Avenida Visconde de Barreiros', 'Maia', '4470', 41.2335, -8.6215, 500],
    ['Praça Doutor José Vieira de Carvalho', 'Maia', '4470', 41.2357, -8.62, 60],
    ['Rua Simão Bolívar', 'Maia', '4470', 41.2325, -8.6235, 300],
    ['Rua Dom Afonso Henriques', 'Águas Santas', '4425', 41.205, -8.577, 3000],
  ]),
  ...buildStreets('Gondomar', [['Praça Manuel Guedes', 'São Cosme', '4420', 41.1445, -8.5325, 300]]),
  ...buildStreets('Valongo', [['Rua Rodrigues de Freitas', 'Ermesinde', '4445', 41.2155, -8.5525, 1600]]),
];

export const streets: readonly Street[] = [
  ...lisbonStreets,
  ...aroundLisbonStreets,
  ...portoStreets,
  ...aroundPortoStreets,
];
const highways = streets.filter(({ name }) => /^(Avenida|Estrada|Campo) /.test(name));

/** Weight of each concept in percent. */
const conceptWeights: Record<Concept, number> = {
  padaria: 15,
  confeitaria: 11,
  cafe: 14,
  tasca: 13,
  pizzaria: 6,
  churrasqueira: 5,
  sushi: 8,
  horta: 6,
  mundo: 6,
  mercearia: 6,
  supermercado: 4,
  hotel: 3,
  bomba: 3,
};
const weightedConcepts = concepts.flatMap((concept) => Array<Concept>(conceptWeights[concept]).fill(concept));

export interface DemoSalePlace {
  name: string;
  concept: Concept;
  area: string;
  city: string;
  phone: string;
  address: string;
  latitude: number;
  longitude: number;
}

/** Generates sale places along real streets, deterministically. */
export function* generateSalePlaces(count: number, firstIndex = 0): Generator<DemoSalePlace> {
  const random = createRandom('venues');
  const usedNameCount = new Map<Concept, number>();
  // A demo of a few hundred stays on its streets; a larger one spreads between them.
  const spread = Math.max(1, Math.sqrt(count / 400));
  for (let i = 0; i < count; i++) {
    const concept = random.pick(weightedConcepts);
    const pool = concept === 'bomba' ? highways : streets;
    const street = pool[(i * 5 + random.integer(0, 4)) % pool.length]!;
    const nameIndex = usedNameCount.get(concept) ?? 0;
    usedNameCount.set(concept, nameIndex + 1);
    const isNameTaken = nameIndex >= countSalePlaceNames(concept);
    const name = getSalePlaceName(concept, nameIndex);
    yield buildSalePlace(street, random.integer(1, street.maxHouseNumber), random, spread, {
      name: isNameTaken ? `${name}, ${street.area}` : name,
      concept,
      index: firstIndex + i,
    });
  }
}

export function buildSalePlace(
  street: Street,
  houseNumber: number,
  random: Random,
  spread: number,
  { name, concept, index }: { name: string; concept: Concept; index: number },
): DemoSalePlace {
  const { latitude, longitude } = pickLocation(street, random, spread);
  const isNorth = latitude > 40;
  const phoneDigits = String((index + 18) % 1_000_000).padStart(6, '0');
  return {
    name,
    concept,
    area: street.area,
    city: street.city,
    // Exchanges 210 0 and 220 0 with low numbers are not assigned.
    phone: `+351 ${isNorth ? '22' : '21'}${index < 1_000_000 ? '0' : '1'} ${phoneDigits.slice(0, 3)} ${phoneDigits.slice(3)}`,
    address: `${street.name} ${houseNumber}, ${street.area}, ${street.postcode}-${getPostcodeSuffix(street)} ${street.city}`,
    latitude,
    longitude,
  };
}

/** About 60 m around the middle of the street (more in large demos), never in the water. */
function pickLocation(
  street: Street,
  random: Random,
  spread: number,
): { latitude: number; longitude: number } {
  for (let attempt = 0; attempt < 8; attempt++) {
    const latitude = roundDegrees(street.latitude + random.triangular() * 0.0006 * spread);
    const longitude = roundDegrees(street.longitude + random.triangular() * 0.0008 * spread);
    if (isOnLand(latitude, longitude)) return { latitude, longitude };
  }
  return { latitude: street.latitude, longitude: street.longitude };
}

const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

const postcodeSuffixes = new Map<Street, string>();
function getPostcodeSuffix(street: Street): string {
  let suffix = postcodeSuffixes.get(street);
  if (!suffix) {
    suffix = String(createRandom(`${street.name} ${street.city}`).integer(101, 489));
    postcodeSuffixes.set(street, suffix);
  }
  return suffix;
}
