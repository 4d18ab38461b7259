/** A real street. `last` is approximately its highest house number. */
export interface Street {
  name: string;
  area: string;
  postcode: string;
  city: string;
  latitude: number;
  longitude: number;
  maxHouseNumber: number;
}

export type StreetRow = [
  name: string,
  area: string,
  postcode: string,
  latitude: number,
  longitude: number,
  maxHouseNumber: number,
];

export const buildStreets = (city: string, rows: StreetRow[]): Street[] =>
  rows.map(([name, area, postcode, latitude, longitude, maxHouseNumber]) => ({
    name,
    area,
    postcode,
    city,
    latitude,
    longitude,
    maxHouseNumber,
  }));

export const lisbonStreets = buildStreets('Lisboa', [
  ['Rua da Trindade', 'Chiado', '1200', 38.7117, -9.142, 40],
  ['Rua da Bica de Duarte Belo', 'Bica', '1200', 38.7092, -9.1466, 70],
  ['Rua Garrett', 'Chiado', '1200', 38.7107, -9.1411, 120],
  ['Largo do Carmo', 'Chiado', '1200', 38.712, -9.1406, 30],
  ['Rua do Carmo', 'Chiado', '1200', 38.7117, -9.1394, 100],
  ['Rua Augusta', 'Baixa', '1100', 38.7104, -9.1371, 290],
  ['Rua da Prata', 'Baixa', '1100', 38.7107, -9.136, 280],
  ['Rua dos Fanqueiros', 'Baixa', '1100', 38.7108, -9.1351, 300],
  ['Praça da Figueira', 'Baixa', '1100', 38.7137, -9.138, 20],
  ['Praça Dom Pedro IV', 'Rossio', '1100', 38.7139, -9.1394, 120],
  ['Rua da Madalena', 'Baixa', '1100', 38.7112, -9.1345, 270],
  ['Rua das Portas de Santo Antão', 'Rossio', '1150', 38.716, -9.1404, 150],
  ['Avenida da Liberdade', 'Avenida', '1250', 38.7196, -9.1455, 260],
  ['Rua de São José', 'Avenida', '1150', 38.7203, -9.1444, 230],
  ['Praça da Alegria', 'Avenida', '1250', 38.7174, -9.1466, 60],
  ['Rua do Diário de Notícias', 'Bairro Alto', '1200', 38.7125, -9.1446, 150],
  ['Rua da Atalaia', 'Bairro Alto', '1200', 38.7125, -9.1456, 200],
  ['Rua da Rosa', 'Bairro Alto', '1200', 38.7127, -9.1467, 280],
  ['Rua Dom Pedro V', 'Príncipe Real', '1250', 38.7156, -9.1467, 140],
  ['Praça do Príncipe Real', 'Príncipe Real', '1250', 38.7168, -9.1486, 40],
  ['Rua da Escola Politécnica', 'Príncipe Real', '1250', 38.718, -9.1506, 280],
  ['Rua de São Bento', 'São Bento', '1200', 38.7143, -9.1533, 640],
  ['Calçada do Combro', 'Bica', '1200', 38.7107, -9.1477, 130],
  ['Rua de São Paulo', 'Cais do Sodré', '1200', 38.7078, -9.1456, 260],
  ['Rua Nova do Carvalho', 'Cais do Sodré', '1200', 38.7071, -9.1441, 80],
  ['Rua do Alecrim', 'Cais do Sodré', '1200', 38.7087, -9.1431, 110],
  ['Rua da Boavista', 'Santos', '1200', 38.7083, -9.149, 190],
  ['Largo de Santos', 'Santos', '1200', 38.7075, -9.1553, 20],
  ['Rua da Esperança', 'Madragoa', '1200', 38.7087, -9.156, 190],
  ['Rua das Janelas Verdes', 'Santos', '1200', 38.7055, -9.1605, 130],
  ['Rua de Buenos Aires', 'Lapa', '1200', 38.7106, -9.1622, 60],
  ['Calçada da Estrela', 'Estrela', '1200', 38.7128, -9.1575, 220],
  ['Rua Ferreira Borges', 'Campo de Ourique', '1350', 38.7176, -9.1655, 190],
  ['Rua Coelho da Rocha', 'Campo de Ourique', '1350', 38.717, -9.167, 130],
  ['Rua Saraiva de Carvalho', 'Campo de Ourique', '1350', 38.7156, -9.1665, 360],
  ['Rua Prior do Crato', 'Alcântara', '1350', 38.7061, -9.1715, 150],
  ['Rua Primeiro de Maio', 'Alcântara', '1300', 38.7023, -9.1785, 110],
  ['Rua da Junqueira', 'Belém', '1300', 38.6985, -9.19, 360],
  ['Rua de Belém', 'Belém', '1300', 38.6974, -9.2005, 130],
  ['Calçada da Ajuda', 'Ajuda', '1300', 38.703, -9.1995, 250],
  ['Avenida da Torre de Belém', 'Restelo', '1400', 38.6968, -9.2145, 40],
  ['Rua de Pedrouços', 'Pedrouços', '1400', 38.6958, -9.2205, 150],
  ['Largo do Rato', 'Rato', '1250', 38.72, -9.1545, 14],
  ['Rua Braamcamp', 'Marquês de Pombal', '1250', 38.722, -9.1518, 90],
  ['Avenida Duque de Loulé', 'Picoas', '1050', 38.7266, -9.1462, 120],
  ['Avenida Fontes Pereira de Melo', 'Picoas', '1050', 38.7295, -9.1473, 50],
  ['Avenida Miguel Bombarda', 'Avenidas Novas', '1050', 38.7365, -9.148, 160],
  ['Avenida Conde de Valbom', 'Avenidas Novas', '1050', 38.7356, -9.1495, 100],
  ['Avenida da República', 'Avenidas Novas', '1050', 38.739, -9.1456, 100],
  ['Avenida João XXI', 'Areeiro', '1000', 38.7417, -9.1385, 80],
  ['Praça de Londres', 'Areeiro', '1000', 38.7408, -9.1377, 12],
  ['Avenida Guerra Junqueiro', 'Alameda', '1000', 38.7395, -9.1369, 30],
  ['Alameda Dom Afonso Henriques', 'Alameda', '1000', 38.7371, -9.1335, 80],
  ['Avenida de Roma', 'Roma', '1700', 38.7472, -9.1406, 100],
  ['Avenida da Igreja', 'Alvalade', '1700', 38.7533, -9.142, 60],
  ['Avenida do Brasil', 'Alvalade', '1700', 38.7575, -9.143, 200],
  ['Campo Grande', 'Campo Grande', '1700', 38.754, -9.1525, 380],
  ['Avenida Almirante Reis', 'Anjos', '1150', 38.7272, -9.135, 260],
  ['Rua dos Anjos', 'Anjos', '1150', 38.724, -9.1361, 90],
  ['Rua Maria', 'Anjos', '1170', 38.7256, -9.1336, 80],
  ['Largo do Intendente', 'Intendente', '1100', 38.7222, -9.1355, 60],
  ['Rua do Benformoso', 'Mouraria', '1100', 38.7189, -9.1355, 280],
  ['Largo da Graça', 'Graça', '1170', 38.7165, -9.131, 120],
  ['Rua da Graça', 'Graça', '1170', 38.7184, -9.1312, 180],
  ['Rua da Voz do Operário', 'Graça', '1100', 38.7155, -9.1285, 60],
  ['Campo de Santa Clara', 'São Vicente', '1100', 38.7151, -9.1256, 190],
  ['Rua dos Remédios', 'Alfama', '1100', 38.7124, -9.1262, 200],
  ['Rua de São Miguel', 'Alfama', '1100', 38.7117, -9.1296, 90],
  ['Rua Morais Soares', 'Arroios', '1900', 38.7331, -9.129, 170],
  ['Rua da Penha de França', 'Penha de França', '1170', 38.7276, -9.13, 260],
  ['Rua Professor Francisco Gentil', 'Telheiras', '1600', 38.761, -9.1655, 40],
  ['Estrada da Luz', 'Laranjeiras', '1600', 38.747, -9.176, 200],
  ['Estrada de Benfica', 'Benfica', '1500', 38.7496, -9.1966, 700],
  ['Avenida do Uruguai', 'Benfica', '1500', 38.7535, -9.199, 50],
  ['Avenida Dom João II', 'Parque das Nações', '1990', 38.768, -9.0977, 50],
  ['Alameda dos Oceanos', 'Parque das Nações', '1990', 38.765, -9.0966, 70],
  ['Rua do Açúcar', 'Marvila', '1950', 38.7396, -9.1033, 90],
]);

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

type Point = readonly [latitude: number, longitude: number];

/**
 * Coarse outlines of land, slightly inside the shore; the Tejo estuary, the Douro and the Atlantic are
 * outside.
 */
const northOfTejo: Point[] = [
  [38.9, -9.43],
  [38.78, -9.495],
  [38.7105, -9.483],
  [38.694, -9.445],
  [38.693, -9.4215],
  [38.697, -9.4198],
  [38.698, -9.416],
  [38.7018, -9.408],
  [38.7035, -9.397],
  [38.6965, -9.378],
  [38.688, -9.362],
  [38.686, -9.352],
  [38.681, -9.336],
  [38.6775, -9.326],
  [38.687, -9.311],
  [38.6915, -9.3],
  [38.693, -9.2915],
  [38.697, -9.279],
  [38.6995, -9.268],
  [38.6992, -9.242],
  [38.698, -9.23],
  [38.695, -9.22],
  [38.693, -9.215],
  [38.6945, -9.205],
  [38.696, -9.195],
  [38.697, -9.185],
  [38.6995, -9.176],
  [38.7025, -9.165],
  [38.705, -9.156],
  [38.706, -9.148],
  [38.7062, -9.142],
  [38.7075, -9.136],
  [38.7095, -9.131],
  [38.7115, -9.1255],
  [38.7155, -9.1195],
  [38.7225, -9.1145],
  [38.7305, -9.1065],
  [38.7405, -9.1],
  [38.7525, -9.095],
  [38.7645, -9.0938],
  [38.7785, -9.0928],
  [38.7925, -9.0938],
  [38.805, -9.091],
  [38.9, -9.08],
];

const southOfTejo: Point[] = [
  [38.673, -9.232],
  [38.6765, -9.206],
  [38.6775, -9.18],
  [38.6815, -9.165],
  [38.6855, -9.156],
  [38.6876, -9.1485],
  [38.6825, -9.1445],
  [38.67, -9.1425],
  [38.6, -9.1425],
  [38.6, -9.212],
  [38.645, -9.2382],
  [38.662, -9.247],
];

const northOfDouro: Point[] = [
  [41.149, -8.675],
  [41.149, -8.64],
  [41.1485, -8.63],
  [41.1445, -8.621],
  [41.1415, -8.6145],
  [41.1412, -8.61],
  [41.142, -8.604],
  [41.1415, -8.598],
  [41.1435, -8.59],
  [41.145, -8.578],
  [41.132, -8.555],
  [41.122, -8.53],
  [41.122, -8.5],
  [41.26, -8.5],
  [41.26, -8.722],
  [41.2, -8.707],
  [41.1895, -8.701],
  [41.1895, -8.67],
  [41.1838, -8.676],
  [41.1838, -8.6905],
  [41.18, -8.6925],
  [41.17, -8.689],
  [41.162, -8.686],
  [41.156, -8.683],
  [41.1515, -8.678],
];

const southOfDouro: Point[] = [
  [41.139, -8.662],
  [41.142, -8.65],
  [41.1445, -8.64],
  [41.1435, -8.63],
  [41.14, -8.6215],
  [41.1376, -8.6145],
  [41.1374, -8.609],
  [41.1378, -8.6],
  [41.139, -8.588],
  [41.139, -8.577],
  [41.124, -8.558],
  [41.06, -8.55],
  [41.06, -8.654],
  [41.12, -8.666],
];

export const isOnLand = (latitude: number, longitude: number): boolean =>
  [northOfTejo, southOfTejo, northOfDouro, southOfDouro].some((area) => isInside(area, latitude, longitude));

/** Even–odd rule: a ray from the point crosses the outline an odd number of times. */
function isInside(outline: readonly Point[], latitude: number, longitude: number): boolean {
  let isWithin = false;
  let [previousLatitude, previousLongitude] = outline.at(-1)!;
  for (const [cornerLatitude, cornerLongitude] of outline) {
    const isBetweenCorners = cornerLatitude > latitude !== previousLatitude > latitude;
    const crossingShare = (latitude - cornerLatitude) / (previousLatitude - cornerLatitude);
    if (
      isBetweenCorners &&
      longitude < cornerLongitude + crossingShare * (previousLongitude - cornerLongitude)
    )
      isWithin = !isWithin;
    [previousLatitude, previousLongitude] = [cornerLatitude, cornerLongitude];
  }
  return isWithin;
}
