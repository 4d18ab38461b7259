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

/** City of the demo accounts. */
export const demoCity = { city: 'Lisboa', latitude: 38.7114, longitude: -9.1424 };
