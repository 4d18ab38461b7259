import type { MemberRole, OperatorRole } from '@wopack/contract';
import type { Db } from '../../src/platform/db/database.ts';
import { createRandom } from './random.ts';
/** Public password of the demo accounts; a demo in production generates its own. */
export const DEMO_PASSWORD = 'sobras1';

export const demoAccounts = [
  {
    role: 'partner',
    email: 'partner@wopack.example',
    name: 'Inês',
    surname: 'Prata',
    isSeller: false,
    isPartner: true,
    referralCode: 'INES15',
    phone: '+351 910 000 033',
    accountAgeDays: 160,
  },
  {
    role: 'buyer',
    email: 'buyer@wopack.example',
    name: 'Marta',
    surname: 'Salgado',
    isSeller: false,
    isPartner: false,
    referralCode: 'marta7k2',
    phone: '+351 910 000 041',
    accountAgeDays: 120,
  },
  {
    role: 'seller',
    email: 'seller@wopack.example',
    name: 'Rui',
    surname: 'Fontes',
    isSeller: true,
    isPartner: false,
    referralCode: 'rui4fx9m',
    phone: '+351 910 000 018',
    accountAgeDays: 140,
  },
] as const;

export type DemoRole = (typeof demoAccounts)[number]['role'];

/** Who works for the demo seller's business; its owner is the seller. */
export const demoMembers = [
  {
    role: 'manager',
    email: 'manager@wopack.example',
    name: 'Clara',
    surname: 'Fontes',
    daysAgo: 90,
    lastVisitHoursAgo: 1,
  },
  {
    role: 'counter',
    email: 'counter@wopack.example',
    name: 'Teresa',
    surname: 'Pinto',
    daysAgo: 60,
    lastVisitHoursAgo: 22,
  },
  {
    role: 'accountant',
    email: 'accountant@wopack.example',
    name: 'Helena',
    surname: 'Castro',
    daysAgo: 30,
    lastVisitHoursAgo: 120,
  },
] as const;

/** Public second factor of the demo operators; a demo in production generates its own. */
export const DEMO_TOTP_SECRET = 'WOPACKDEMOWOPACKDEMOWOPACKDEMO22';

/** One operator of each role, who buys and sells nothing. */
export const demoOperators = [
  { role: 'owner', email: 'owner@wopack.example', name: 'Inês', surname: 'Duarte' },
  { role: 'support', email: 'support@wopack.example', name: 'Oleg', surname: 'Somov' },
  { role: 'finance', email: 'finance@wopack.example', name: 'Paula', surname: 'Reis' },
  { role: 'catalogue', email: 'catalogue@wopack.example', name: 'Tomás', surname: 'Vaz' },
] as const;

export const demoCity = { city: 'Lisboa', latitude: 38.7114, longitude: -9.1424 };

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

export interface DemoAccount {
  role: DemoRole | MemberRole | OperatorRole;
  email: string;
  /** Null: not shown. */
  password: string | null;
  /** Secret of an operator's second factor, in Base32. */
  totpSecret?: string;
}

/** Demo accounts that exist in the database. */
export async function findDemoAccounts(
  db: Db,
  password: string | null,
  totpSecret = DEMO_TOTP_SECRET,
): Promise<DemoAccount[]> {
  const accounts = [...demoAccounts, ...demoMembers, ...demoOperators];
  const emails = accounts.map(({ email }) => email);
  const existingUsers = await db.selectFrom('users').select('email').where('email', 'in', emails).execute();
  return accounts
    .filter(({ email }) => existingUsers.some((user) => user.email === email))
    .map(({ role, email }) => ({
      role,
      email,
      password,
      ...(demoOperators.some((operator) => operator.email === email) && { totpSecret }),
    }));
}
