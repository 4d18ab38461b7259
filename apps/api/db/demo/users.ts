import { createRandom } from './random.ts';

const firstNames =
  `Ana Beatriz Carla Diana Elisa Filipa Graça Helena Isabel Joana Lara Madalena Noémia Olga Patrícia Raquel Sofia Teresa
  Vera André Bruno Carlos Duarte Eduardo Fábio Gonçalo Henrique Ivo Jorge Leandro Manuel Nuno Óscar Pedro Ricardo Sérgio
  Tiago Vasco Xavier Tatiana Oksana Emily Lucas Aisha`.split(/\s+/);
const surnames =
  `Almeida Barros Cardoso Domingues Esteves Figueiredo Gaspar Henriques Inácio Jardim Leal Macedo Nogueira Oliveira
  Pimentel Queirós Ramalho Saraiva Tavares Valente Vieira Xavier Zambujo Moreira Antunes Brito Coelho Frade Lobo
  Neves`.split(/\s+/);

export interface DemoUser {
  name: string;
  surname: string;
  email: string;
}

/** Deterministic age of an account in days, not ordered by index. */
export const getAccountAgeDays = (index: number): number => 20 + (((index + 1) * 131) % 140);

/** Invented users; `.example` addresses are reserved and belong to nobody. */
export function generateUsers(kind: 'cliente' | 'loja', count: number): DemoUser[] {
  const random = createRandom(kind);
  return Array.from({ length: count }, (_, i) => ({
    name: random.pick(firstNames),
    surname: random.pick(surnames),
    email: `${kind}-${String(i + 1).padStart(4, '0')}@wopack.example`,
  }));
}
