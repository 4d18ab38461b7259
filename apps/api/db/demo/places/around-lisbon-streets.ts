import { buildStreets } from './street.ts';

export const aroundLisbonStreets = [
  ...buildStreets('Almada', [
    ['Rua Cândido dos Reis', 'Cacilhas', '2800', 38.6866, -9.1492, 110],
    ['Praça Gil Vicente', 'Almada', '2800', 38.683, -9.1537, 20],
    ['Avenida Dom Afonso Henriques', 'Almada', '2800', 38.679, -9.159, 60],
    ['Avenida Dom Nuno Álvares Pereira', 'Almada', '2800', 38.677, -9.162, 80],
    ['Rua dos Pescadores', 'Costa da Caparica', '2825', 38.6441, -9.2356, 50],
  ]),
  ...buildStreets('Oeiras', [
    ['Rua Cândido dos Reis', 'Oeiras', '2780', 38.6926, -9.3136, 120],
    ['Largo 5 de Outubro', 'Oeiras', '2780', 38.6921, -9.3141, 20],
    ['Rua Costa Pinto', 'Paço de Arcos', '2770', 38.6946, -9.2916, 220],
    ['Avenida dos Combatentes da Grande Guerra', 'Algés', '1495', 38.7021, -9.231, 140],
    ['Rua Damião de Góis', 'Algés', '1495', 38.7015, -9.2301, 50],
    ['Avenida Tomás Ribeiro', 'Linda-a-Velha', '2795', 38.7136, -9.242, 90],
  ]),
  ...buildStreets('Cascais', [
    ['Rua Frederico Arouca', 'Cascais', '2750', 38.6981, -9.4202, 120],
    ['Rua Alexandre Herculano', 'Cascais', '2750', 38.6986, -9.4216, 60],
    ['Avenida 25 de Abril', 'Cascais', '2750', 38.6992, -9.4252, 180],
    ['Avenida de Nice', 'Estoril', '2765', 38.7056, -9.3986, 40],
    ['Avenida da República', 'Parede', '2775', 38.6896, -9.356, 160],
    ['Rua 5 de Outubro', 'Carcavelos', '2775', 38.6881, -9.337, 90],
  ]),
  ...buildStreets('Sintra', [
    ['Rua das Padarias', 'Vila Velha', '2710', 38.797, -9.3905, 20],
    ['Volta do Duche', 'Vila Velha', '2710', 38.7984, -9.3886, 20],
    ['Avenida Heliodoro Salgado', 'Estefânia', '2710', 38.8005, -9.382, 90],
    ['Avenida Chaby Pinheiro', 'Mem Martins', '2725', 38.7935, -9.342, 40],
    ['Rua Elias Garcia', 'Cacém', '2735', 38.767, -9.2985, 150],
    ['Avenida António Enes', 'Queluz', '2745', 38.756, -9.256, 50],
  ]),
  ...buildStreets('Amadora', [
    ['Rua Elias Garcia', 'Mina de Água', '2700', 38.7585, -9.235, 360],
    ['Rua Gonçalves Ramos', 'Venteira', '2700', 38.7556, -9.2385, 60],
    ['Avenida Movimento das Forças Armadas', 'Venteira', '2700', 38.757, -9.2326, 20],
  ]),
  ...buildStreets('Loures', [
    ['Rua da República', 'Loures', '2670', 38.8305, -9.1685, 90],
    ['Praça da República', 'Sacavém', '2685', 38.7945, -9.107, 20],
    ['Avenida de Moscavide', 'Moscavide', '1885', 38.779, -9.102, 80],
  ]),
  ...buildStreets('Odivelas', [['Avenida Dom Dinis', 'Odivelas', '2675', 38.793, -9.183, 100]]),
];
