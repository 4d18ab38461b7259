import { buildStreets } from './street.ts';

export const aroundPortoStreets = [
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
